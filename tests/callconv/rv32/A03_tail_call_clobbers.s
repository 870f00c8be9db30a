# A03: the function at the end of a tail call clobbers s0: one finding, at its return.
# expect: CC0101 s0 line 15

main:
    li   s0, 9
    jal  first
    li   a0, 10                     # exit
    ecall

first:
    j    second

second:
    li   s0, 1
    ret
