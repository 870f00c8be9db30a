# Compiled from functions.c by build.sh: -march=rv32im -O2
.globl weigh
.text
# jal: args 2, returns 1
weight:
    andi a0, a0, 63
    mul a0, a0, a1
    addi a0, a0, 1
    ret
# jal: args 2, returns 1
weigh:
    addi sp, sp, -32
    sw ra, 28(sp)
    sw s0, 24(sp)
    sw s1, 20(sp)
    sw s2, 16(sp)
    sw s3, 12(sp)
    sw s4, 8(sp)
    ble a1, zero, weigh_6
    mv s3, a1
    mv s2, a0
    li s1, 0
    li s0, 0
    li s4, -5
weigh_5:
    lw a0, 0(s2)
    mv a1, s1
    addi s1, s1, 1
    call weight
    div a4, s0, s4
    slli a5, s0, 1
    add a5, a5, s0
    add a5, a5, a0
    addi s2, s2, 4
    add s0, a5, a4
    bne s3, s1, weigh_5
weigh_3:
    lw ra, 28(sp)
    mv a0, s0
    lw s0, 24(sp)
    lw s1, 20(sp)
    lw s2, 16(sp)
    lw s3, 12(sp)
    lw s4, 8(sp)
    addi sp, sp, 32
    jr ra
weigh_6:
    li s0, 0
    j weigh_3
