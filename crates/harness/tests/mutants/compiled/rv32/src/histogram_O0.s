# Compiled from functions.c by build.sh: -march=rv32im -O0
.globl histogram
.text
# jal: args 2, returns 1
digit:
    addi sp, sp, -32
    sw s0, 28(sp)
    addi s0, sp, 32
    sw a0, -20(s0)
    sw a1, -24(s0)
    j histogram_2
histogram_3:
    lw a4, -20(s0)
    li a5, 10
    div a5, a4, a5
    sw a5, -20(s0)
histogram_2:
    lw a5, -24(s0)
    addi a4, a5, -1
    sw a4, -24(s0)
    bne a5, zero, histogram_3
    lw a4, -20(s0)
    li a5, 10
    rem a5, a4, a5
    mv a0, a5
    lw s0, 28(sp)
    addi sp, sp, 32
    jr ra
# jal: args 2, returns 1
histogram:
    addi sp, sp, -96
    sw ra, 92(sp)
    sw s0, 88(sp)
    addi s0, sp, 96
    sw a0, -84(s0)
    sw a1, -88(s0)
    sw zero, -20(s0)
    j histogram_6
histogram_7:
    lw a5, -20(s0)
    slli a5, a5, 2
    addi a5, a5, -16
    add a5, a5, s0
    sw zero, -60(a5)
    lw a5, -20(s0)
    addi a5, a5, 1
    sw a5, -20(s0)
histogram_6:
    lw a4, -20(s0)
    li a5, 9
    ble a4, a5, histogram_7
    sw zero, -24(s0)
    j histogram_8
histogram_11:
    sw zero, -28(s0)
    j histogram_9
histogram_10:
    lw a5, -24(s0)
    slli a5, a5, 2
    lw a4, -84(s0)
    add a5, a4, a5
    lw a5, 0(a5)
    lw a1, -28(s0)
    mv a0, a5
    call digit
    mv a4, a0
    slli a5, a4, 2
    addi a5, a5, -16
    add a5, a5, s0
    lw a5, -60(a5)
    addi a3, a5, 1
    slli a5, a4, 2
    addi a5, a5, -16
    add a5, a5, s0
    sw a3, -60(a5)
    lw a5, -28(s0)
    addi a5, a5, 1
    sw a5, -28(s0)
histogram_9:
    lw a4, -28(s0)
    li a5, 2
    ble a4, a5, histogram_10
    lw a5, -24(s0)
    addi a5, a5, 1
    sw a5, -24(s0)
histogram_8:
    lw a4, -24(s0)
    lw a5, -88(s0)
    blt a4, a5, histogram_11
    sw zero, -32(s0)
    sw zero, -36(s0)
    j histogram_12
histogram_13:
    lw a5, -32(s0)
    slli a4, a5, 2
    lw a5, -36(s0)
    slli a5, a5, 2
    addi a5, a5, -16
    add a5, a5, s0
    lw a5, -60(a5)
    add a5, a4, a5
    sw a5, -32(s0)
    lw a5, -36(s0)
    addi a5, a5, 1
    sw a5, -36(s0)
histogram_12:
    lw a4, -36(s0)
    li a5, 9
    ble a4, a5, histogram_13
    lw a5, -32(s0)
    mv a0, a5
    lw ra, 92(sp)
    lw s0, 88(sp)
    addi sp, sp, 96
    jr ra
