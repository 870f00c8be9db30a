# C08: nothing is left of a value that is combined with zero.
# expect: no finding

main:
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    and  t5, t6, zero
    bnez t5, leaf
    ret
