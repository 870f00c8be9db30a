# A09: gp is the same everywhere: a function may use it.
# expect: no finding

main:
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    addi t0, gp, 4
    ret
