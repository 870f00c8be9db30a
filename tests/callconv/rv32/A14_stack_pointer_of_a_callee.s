# A14: a function returns with a wrong stack pointer. Its callers give back what they took, or have a
# frame pointer: the mistake is not theirs.
# expect: CC0105 sp line 34

main:
    jal  plain
    jal  framed
    li   a0, 10                     # exit
    ecall

plain:
    mv   t0, ra
    addi sp, sp, -16
    sw   t0, 0(sp)
    jal  leaf
    lw   ra, 4(sp)                  # leaf has left 4 bytes
    addi sp, sp, 16
    ret

framed:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    addi s0, sp, 16
    jal  leaf
    addi sp, s0, -16
    lw   ra, 12(sp)
    lw   s0, 8(sp)
    addi sp, sp, 16
    ret

leaf:
    addi sp, sp, -4
    ret
