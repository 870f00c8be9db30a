# Compiled from functions.c by build.sh: -march=rv32im -O0
.globl weigh
.text
# jal: args 2, returns 1
weight:
    addi sp, sp, -32
    sw s0, 28(sp)
    addi s0, sp, 32
    sw a0, -20(s0)
    sw a1, -24(s0)
    lw a5, -20(s0)
    andi a4, a5, 63
    lw a5, -24(s0)
    mul a5, a4, a5
    addi a5, a5, 1
    mv a0, a5
    lw s0, 28(sp)
    addi sp, sp, 32
    jr ra
# jal: args 2, returns 1
weigh:
    addi sp, sp, -48
    sw ra, 44(sp)
    sw s0, 40(sp)
    sw s1, 36(sp)
    addi s0, sp, 48
    sw a0, -36(s0)
    sw a1, -40(s0)
    sw zero, -20(s0)
    sw zero, -24(s0)
    j weigh_4
weigh_5:
    lw a4, -20(s0)
    mv a5, a4
    slli a5, a5, 1
    add s1, a5, a4
    lw a5, -24(s0)
    slli a5, a5, 2
    lw a4, -36(s0)
    add a5, a4, a5
    lw a5, 0(a5)
    lw a1, -24(s0)
    mv a0, a5
    call weight
    mv a5, a0
    add a4, s1, a5
    lw a3, -20(s0)
    li a5, -5
    div a5, a3, a5
    add a5, a4, a5
    sw a5, -20(s0)
    lw a5, -24(s0)
    addi a5, a5, 1
    sw a5, -24(s0)
weigh_4:
    lw a4, -24(s0)
    lw a5, -40(s0)
    blt a4, a5, weigh_5
    lw a5, -20(s0)
    mv a0, a5
    lw ra, 44(sp)
    lw s0, 40(sp)
    lw s1, 36(sp)
    addi sp, sp, 48
    jr ra
