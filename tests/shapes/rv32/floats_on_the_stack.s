# Saved floating-point registers are pushed with fsw.
# prints: 6
.globl main
.text
main:
    li   a0, 3
    fcvt.s.w fa0, a0
    jal  twice
    fcvt.w.s a0, fa0
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

twice:
    addi sp, sp, -16
    sw   ra, 12(sp)
    fsw  fs0, 8(sp)
    fsw  fs1, 4(sp)
    fmv.s fs0, fa0
    fmv.s fs1, fa0
    jal  nothing
    fadd.s fa0, fs0, fs1
    flw  fs1, 4(sp)
    flw  fs0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

nothing:
    ret
