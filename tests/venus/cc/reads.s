# Reads of registers that nobody set, in main and in a function: each operand is told.
.globl f
    add t0, gp, tp
    add t1, s0, s0
    slli t2, t3, 2
    jal f
    li a0, 10
    ecall
f:
    add t0, s0, gp
    beq t5, t6, next
next:
    lw t1, 0(s1)
    csrrw x0, 0x340, s2
    ret
