# A store below sp, then a call.
.globl f
    sw x0, -4(sp)
    jal f
    lw t0, -4(sp)
    li a0, 10
    ecall
f:
    ret
