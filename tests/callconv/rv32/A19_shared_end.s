# A19: two functions share the instructions at their end.
# expect: no finding

main:
    jal  first
    jal  second
    li   a0, 10                     # exit
    ecall

first:
    li   t0, 1
    j    shared_end

second:
    li   t0, 2

shared_end:
    add  a0, t0, t0
    ret
