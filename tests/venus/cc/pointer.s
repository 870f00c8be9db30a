# A call by a pointer is no call: the function may do what main may.
.globl f
    la t0, f
    jalr ra, t0, 0
    li a0, 10
    ecall
f:
    li s0, 1
    ret
