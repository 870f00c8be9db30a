# A function that gives back less of the stack than it took.
.globl f
    addi sp, sp, -4
    jal f
    addi sp, sp, 4
    li a0, 10
    ecall
f:  addi sp, sp, -8
    addi sp, sp, 4
    ret
