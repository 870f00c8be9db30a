# A25: the same mistake in a loop of a thousand calls: one finding, with their number.
# expect: CC0101 s0 line 17
# expect: text 1 000 times

main:
    li   s1, 1000
loop:
    li   s0, 0
    jal  clobber
    addi s1, s1, -1
    bnez s1, loop
    li   a0, 10                     # exit
    ecall

clobber:
    li   s0, 2
    ret
