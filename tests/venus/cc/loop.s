# The same mistake in each of 1000 calls: the message comes as often.
.globl f
    addi s0, x0, 1000
again:
    jal f
    addi s0, s0, -1
    bnez s0, again
    li a0, 10
    ecall
f:
    addi t0, t1, 1
    ret
