# A27: fs0 is saved and restored.
# expect: no finding

main:
    li   t0, 3
    fcvt.s.w fs0, t0
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    addi sp, sp, -16
    fsw  fs0, 0(sp)
    li   t0, 4
    fcvt.s.w fs0, t0
    flw  fs0, 0(sp)
    addi sp, sp, 16
    ret
