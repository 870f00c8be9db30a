# Compiled from functions.c by build.sh: -march=rv32im -O2
.globl histogram
.text
# jal: args 2, returns 1
digit:
    addi a5, a1, -1
    beq a1, zero, histogram_2
    li a3, 10
    li a4, -1
histogram_3:
    addi a5, a5, -1
    div a0, a0, a3
    bne a5, a4, histogram_3
histogram_2:
    li a5, 10
    rem a0, a0, a5
    ret
# jal: args 2, returns 1
histogram:
    addi sp, sp, -80
    sw s2, 64(sp)
    addi s2, sp, 8
    sw s3, 60(sp)
    sw s4, 56(sp)
    sw ra, 76(sp)
    sw s0, 72(sp)
    sw s1, 68(sp)
    sw s5, 52(sp)
    sw s6, 48(sp)
    mv s4, a1
    addi s3, sp, 48
    mv a5, s2
histogram_10:
    sw zero, 0(a5)
    addi a5, a5, 4
    bne a5, s3, histogram_10
    ble s4, zero, histogram_11
    mv s1, a0
    li s6, 0
    li s5, 3
histogram_12:
    li s0, 0
histogram_13:
    lw a0, 0(s1)
    mv a1, s0
    addi s0, s0, 1
    call digit
    slli a0, a0, 2
    addi a5, a0, 48
    add a0, a5, sp
    lw a5, -40(a0)
    addi a5, a5, 1
    sw a5, -40(a0)
    bne s0, s5, histogram_13
    addi s6, s6, 1
    addi s1, s1, 4
    bne s4, s6, histogram_12
histogram_11:
    li a0, 0
histogram_14:
    lw a5, 0(s2)
    slli a0, a0, 2
    addi s2, s2, 4
    add a0, a0, a5
    bne s2, s3, histogram_14
    lw ra, 76(sp)
    lw s0, 72(sp)
    lw s1, 68(sp)
    lw s2, 64(sp)
    lw s3, 60(sp)
    lw s4, 56(sp)
    lw s5, 52(sp)
    lw s6, 48(sp)
    addi sp, sp, 80
    jr ra
