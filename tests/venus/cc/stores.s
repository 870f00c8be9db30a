# What is stored need not be set, only the address must be.
.globl f
    sw t0, 0(sp)
    sb t1, 0(sp)
    jal f
    li a0, 10
    ecall
f:
    sw t2, 0(s0)
    ret
