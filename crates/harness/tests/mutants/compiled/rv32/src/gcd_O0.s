# Compiled from functions.c by build.sh: -march=rv32im -O0
.globl gcd
.text
# jal: args 2, returns 1
rest:
    addi sp, sp, -32
    sw s0, 28(sp)
    addi s0, sp, 32
    sw a0, -20(s0)
    sw a1, -24(s0)
    lw a4, -20(s0)
    lw a5, -24(s0)
    rem a5, a4, a5
    mv a0, a5
    lw s0, 28(sp)
    addi sp, sp, 32
    jr ra
# jal: args 2, returns 1
gcd:
    addi sp, sp, -32
    sw ra, 28(sp)
    sw s0, 24(sp)
    addi s0, sp, 32
    sw a0, -20(s0)
    sw a1, -24(s0)
    lw a5, -24(s0)
    beq a5, zero, gcd_4
    lw a1, -24(s0)
    lw a0, -20(s0)
    call rest
    mv a5, a0
    mv a1, a5
    lw a0, -24(s0)
    call gcd
    mv a5, a0
    j gcd_6
gcd_4:
    lw a5, -20(s0)
gcd_6:
    mv a0, a5
    lw ra, 28(sp)
    lw s0, 24(sp)
    addi sp, sp, 32
    jr ra
