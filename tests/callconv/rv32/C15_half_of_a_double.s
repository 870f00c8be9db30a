# C15: a double takes eight bytes.
# expect: CC0103 fs0 line 16

main:
    li   t0, 3
    fcvt.d.w fs0, t0
    addi sp, sp, -16
    fsd  fs0, 0(sp)
    jal  leaf
    addi sp, sp, 16
    li   a0, 10                     # exit
    ecall

leaf:
    addi sp, sp, -16
    fsw  fs0, 0(sp)
    fcvt.d.w fs0, zero
    flw  fs0, 0(sp)
    addi sp, sp, 16
    ret
