# A10: ra is kept in s0, which is saved as it should be.
# expect: no finding

main:
    jal  outer
    li   a0, 10                     # exit
    ecall

outer:
    addi sp, sp, -16
    sw   s0, 0(sp)
    mv   s0, ra
    jal  leaf
    mv   ra, s0
    lw   s0, 0(sp)
    addi sp, sp, 16
    ret

leaf:
    ret
