# Compiled from functions.c by build.sh: -march=rv32im -O2
.globl sort
.text
# jal: args 2, returns 1
before:
    slt a0, a0, a1
    ret
# jal: args 2, returns 0
swap:
    lw a4, 0(a1)
    lw a5, 0(a0)
    sw a4, 0(a0)
    sw a5, 0(a1)
    ret
# jal: args 2, returns 1
sort:
    addi sp, sp, -32
    sw ra, 28(sp)
    sw s0, 24(sp)
    sw s1, 20(sp)
    sw s2, 16(sp)
    sw s3, 12(sp)
    sw s4, 8(sp)
    sw s5, 4(sp)
    sw s6, 0(sp)
    li a5, 1
    ble a1, a5, sort_10
    mv s6, a1
    addi s5, a0, 4
    li s4, 1
    li s2, 0
sort_6:
    add s3, s2, s4
    mv s0, s5
    j sort_9
sort_8:
    addi s2, s2, 1
    call swap
    beq s3, s2, sort_7
sort_9:
    lw a1, -4(s0)
    lw a0, 0(s0)
    mv s1, s0
    addi s0, s0, -4
    call before
    mv a5, a0
    mv a1, s0
    mv a0, s1
    bne a5, zero, sort_8
sort_7:
    addi s4, s4, 1
    addi s5, s5, 4
    bne s6, s4, sort_6
sort_4:
    lw ra, 28(sp)
    lw s0, 24(sp)
    lw s1, 20(sp)
    lw s3, 12(sp)
    lw s4, 8(sp)
    lw s5, 4(sp)
    lw s6, 0(sp)
    mv a0, s2
    lw s2, 16(sp)
    addi sp, sp, 32
    jr ra
sort_10:
    li s2, 0
    j sort_4
