# A10: ra is saved, and a variable is stored in the same place.
# expect: CC0104|CC0107 ra line 17

main:
    jal  outer
    li   a0, 10                     # exit
    ecall

outer:
    addi sp, sp, -16
    sw   ra, 0(sp)
    jal  leaf
    la   t0, elsewhere
    sw   t0, 0(sp)
    lw   ra, 0(sp)
    addi sp, sp, 16
    ret

leaf:
    ret

elsewhere:
    li   a0, 10                     # exit
    ecall
