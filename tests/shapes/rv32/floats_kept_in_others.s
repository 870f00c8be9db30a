# Saved floating-point registers are kept in a float register and in an integer one.
# prints: 7
.globl main
.text
main:
    li   a0, 3
    fcvt.s.w fa0, a0
    li   a0, 4
    fcvt.s.w fa1, a0
    jal  both
    fcvt.w.s a0, fa0
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

both:
    fmv.s ft0, fs0
    fmv.x.w t0, fs1
    fmv.s fs0, fa0
    fmv.s fs1, fa1
    fadd.s fa0, fs0, fs1
    fmv.w.x fs1, t0
    fmv.s fs0, ft0
    ret
