# Compiled from functions.c by build.sh: -march=rv32im -O2
.globl each
.text
# jal: args 1, returns 1
twice:
    slli a0, a0, 1
    ret
# jal: args 1, returns 1
less:
    addi a0, a0, -7
    ret
# jal: args 3, returns 1
apply:
    addi sp, sp, -32
    sw ra, 28(sp)
    sw s0, 24(sp)
    sw s1, 20(sp)
    sw s2, 16(sp)
    sw s3, 12(sp)
    sw s4, 8(sp)
    ble a2, zero, each_7
    mv s3, a2
    mv s4, a0
    mv s0, a1
    li s1, 0
    li s2, 0
each_6:
    lw a0, 0(s0)
    addi s0, s0, 4
    addi s1, s1, 1
    jalr ra, s4, 0
    sw a0, -4(s0)
    add s2, s2, a0
    bne s3, s1, each_6
each_4:
    lw ra, 28(sp)
    lw s0, 24(sp)
    lw s1, 20(sp)
    lw s3, 12(sp)
    lw s4, 8(sp)
    mv a0, s2
    lw s2, 16(sp)
    addi sp, sp, 32
    jr ra
each_7:
    li s2, 0
    j each_4
# jal: args 3, returns 1
each:
    addi sp, sp, -16
    sw s1, 4(sp)
    sw s2, 0(sp)
    sw ra, 12(sp)
    sw s0, 8(sp)
    mv s1, a0
    mv s2, a1
    beq a2, zero, each_11
    mv a2, a1
    mv a1, a0
    la a0, twice
    call apply
    mv s0, a0
    la a0, less
each_12:
    addi a2, s2, -1
    addi a1, s1, 4
    call apply
    li a5, 100
    mul s0, s0, a5
    lw ra, 12(sp)
    lw s1, 4(sp)
    lw s2, 0(sp)
    add a0, s0, a0
    lw s0, 8(sp)
    addi sp, sp, 16
    jr ra
each_11:
    mv a2, a1
    mv a1, a0
    la a0, less
    call apply
    mv s0, a0
    la a0, twice
    j each_12
