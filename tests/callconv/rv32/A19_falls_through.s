# A19: a function without an end runs into the next one.
# expect: CC0402 second line 14

main:
    jal  second
    jal  first
    li   a0, 10                     # exit
    ecall

first:
    li   t0, 1

second:
    li   t1, 2
    ret
