# Registers for floating-point numbers are not checked.
.globl f
    jal f
    fcvt.s.w fs1, t0
    li a0, 10
    ecall
f:
    fcvt.s.w fs0, x0
    fsw fs0, -4(t0)
    ret
