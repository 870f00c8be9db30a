# Compiled from functions.c by build.sh: -march=rv32im -O0
.globl each
.text
# jal: args 1, returns 1
twice:
    addi sp, sp, -32
    sw s0, 28(sp)
    addi s0, sp, 32
    sw a0, -20(s0)
    lw a5, -20(s0)
    slli a5, a5, 1
    mv a0, a5
    lw s0, 28(sp)
    addi sp, sp, 32
    jr ra
# jal: args 1, returns 1
less:
    addi sp, sp, -32
    sw s0, 28(sp)
    addi s0, sp, 32
    sw a0, -20(s0)
    lw a5, -20(s0)
    addi a5, a5, -7
    mv a0, a5
    lw s0, 28(sp)
    addi sp, sp, 32
    jr ra
# jal: args 3, returns 1
apply:
    addi sp, sp, -48
    sw ra, 44(sp)
    sw s0, 40(sp)
    sw s1, 36(sp)
    addi s0, sp, 48
    sw a0, -36(s0)
    sw a1, -40(s0)
    sw a2, -44(s0)
    sw zero, -20(s0)
    sw zero, -24(s0)
    j each_6
each_7:
    lw a5, -24(s0)
    slli a5, a5, 2
    lw a4, -40(s0)
    add a5, a4, a5
    lw a3, 0(a5)
    lw a5, -24(s0)
    slli a5, a5, 2
    lw a4, -40(s0)
    add s1, a4, a5
    lw a5, -36(s0)
    mv a0, a3
    jalr ra, a5, 0
    mv a5, a0
    sw a5, 0(s1)
    lw a5, 0(s1)
    lw a4, -20(s0)
    add a5, a4, a5
    sw a5, -20(s0)
    lw a5, -24(s0)
    addi a5, a5, 1
    sw a5, -24(s0)
each_6:
    lw a4, -24(s0)
    lw a5, -44(s0)
    blt a4, a5, each_7
    lw a5, -20(s0)
    mv a0, a5
    lw ra, 44(sp)
    lw s0, 40(sp)
    lw s1, 36(sp)
    addi sp, sp, 48
    jr ra
# jal: args 3, returns 1
each:
    addi sp, sp, -48
    sw ra, 44(sp)
    sw s0, 40(sp)
    addi s0, sp, 48
    sw a0, -36(s0)
    sw a1, -40(s0)
    sw a2, -44(s0)
    lw a5, -44(s0)
    beq a5, zero, each_10
    la a5, twice
    j each_11
each_10:
    la a5, less
each_11:
    lw a2, -40(s0)
    lw a1, -36(s0)
    mv a0, a5
    call apply
    sw a0, -20(s0)
    lw a5, -44(s0)
    beq a5, zero, each_12
    la a5, less
    j each_13
each_12:
    la a5, twice
each_13:
    lw a4, -36(s0)
    addi a3, a4, 4
    lw a4, -40(s0)
    addi a4, a4, -1
    mv a2, a4
    mv a1, a3
    mv a0, a5
    call apply
    sw a0, -24(s0)
    lw a4, -20(s0)
    li a5, 100
    mul a4, a4, a5
    lw a5, -24(s0)
    add a5, a4, a5
    mv a0, a5
    lw ra, 44(sp)
    lw s0, 40(sp)
    addi sp, sp, 48
    jr ra
