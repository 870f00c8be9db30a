# The program ends inside of two calls with registers in disorder, and with 3.
.globl f
.globl g
    jal f
f:
    addi sp, sp, -4
    sw ra, 0(sp)
    jal g
g:
    addi sp, sp, -64
    li a0, 17
    li a1, 3
    ecall
