# A single that nothing wrote is saved and restored.
# expect: no finding

.text
main:
    jal f
    jal f
    li a0, 10
    ecall
f:
    addi sp, sp, -16
    fsw fs0, 0(sp)
    fsw fs1, 4(sp)
    li t0, 3
    fcvt.s.w fs0, t0
    fcvt.s.w fs1, t0
    flw fs0, 0(sp)
    flw fs1, 4(sp)
    addi sp, sp, 16
    ret
