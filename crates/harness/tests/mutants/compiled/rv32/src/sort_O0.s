# Compiled from functions.c by build.sh: -march=rv32im -O0
.globl sort
.text
# jal: args 2, returns 1
before:
    addi sp, sp, -32
    sw s0, 28(sp)
    addi s0, sp, 32
    sw a0, -20(s0)
    sw a1, -24(s0)
    lw a4, -20(s0)
    lw a5, -24(s0)
    slt a5, a4, a5
    andi a5, a5, 0xff
    mv a0, a5
    lw s0, 28(sp)
    addi sp, sp, 32
    jr ra
# jal: args 2, returns 0
swap:
    addi sp, sp, -48
    sw s0, 44(sp)
    addi s0, sp, 48
    sw a0, -36(s0)
    sw a1, -40(s0)
    lw a5, -36(s0)
    lw a5, 0(a5)
    sw a5, -20(s0)
    lw a5, -40(s0)
    lw a4, 0(a5)
    lw a5, -36(s0)
    sw a4, 0(a5)
    lw a5, -40(s0)
    lw a4, -20(s0)
    sw a4, 0(a5)
    nop
    lw s0, 44(sp)
    addi sp, sp, 48
    jr ra
# jal: args 2, returns 1
sort:
    addi sp, sp, -48
    sw ra, 44(sp)
    sw s0, 40(sp)
    addi s0, sp, 48
    sw a0, -36(s0)
    sw a1, -40(s0)
    sw zero, -20(s0)
    li a5, 1
    sw a5, -24(s0)
    j sort_5
sort_9:
    lw a5, -24(s0)
    sw a5, -28(s0)
    j sort_6
sort_8:
    lw a5, -28(s0)
    slli a5, a5, 2
    lw a4, -36(s0)
    add a3, a4, a5
    lw a4, -28(s0)
    li a5, 1073741824
    addi a5, a5, -1
    add a5, a4, a5
    slli a5, a5, 2
    lw a4, -36(s0)
    add a5, a4, a5
    mv a1, a5
    mv a0, a3
    call swap
    lw a5, -28(s0)
    addi a5, a5, -1
    sw a5, -28(s0)
    lw a5, -20(s0)
    addi a5, a5, 1
    sw a5, -20(s0)
sort_6:
    lw a5, -28(s0)
    ble a5, zero, sort_7
    lw a5, -28(s0)
    slli a5, a5, 2
    lw a4, -36(s0)
    add a5, a4, a5
    lw a3, 0(a5)
    lw a4, -28(s0)
    li a5, 1073741824
    addi a5, a5, -1
    add a5, a4, a5
    slli a5, a5, 2
    lw a4, -36(s0)
    add a5, a4, a5
    lw a5, 0(a5)
    mv a1, a5
    mv a0, a3
    call before
    mv a5, a0
    bne a5, zero, sort_8
sort_7:
    lw a5, -24(s0)
    addi a5, a5, 1
    sw a5, -24(s0)
sort_5:
    lw a4, -24(s0)
    lw a5, -40(s0)
    blt a4, a5, sort_9
    lw a5, -20(s0)
    mv a0, a5
    lw ra, 44(sp)
    lw s0, 40(sp)
    addi sp, sp, 48
    jr ra
