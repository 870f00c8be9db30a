# Compiled from functions.c by build.sh: -march=rv32im -O0
.globl search
.text
# jal: args 4, returns 1
search:
    addi sp, sp, -48
    sw ra, 44(sp)
    sw s0, 40(sp)
    addi s0, sp, 48
    sw a0, -36(s0)
    sw a1, -40(s0)
    sw a2, -44(s0)
    sw a3, -48(s0)
    lw a4, -40(s0)
    lw a5, -44(s0)
    blt a4, a5, search_2
    lw a5, -40(s0)
    not a5, a5
    j search_3
search_2:
    lw a4, -40(s0)
    lw a5, -44(s0)
    add a5, a4, a5
    srli a4, a5, 31
    add a5, a4, a5
    srai a5, a5, 1
    sw a5, -20(s0)
    lw a5, -20(s0)
    slli a5, a5, 2
    lw a4, -36(s0)
    add a5, a4, a5
    lw a5, 0(a5)
    lw a4, -48(s0)
    bne a4, a5, search_4
    lw a5, -20(s0)
    j search_3
search_4:
    lw a5, -20(s0)
    slli a5, a5, 2
    lw a4, -36(s0)
    add a5, a4, a5
    lw a5, 0(a5)
    lw a4, -48(s0)
    ble a4, a5, search_5
    lw a5, -20(s0)
    addi a5, a5, 1
    lw a3, -48(s0)
    lw a2, -44(s0)
    mv a1, a5
    lw a0, -36(s0)
    call search
    mv a5, a0
    j search_7
search_5:
    lw a3, -48(s0)
    lw a2, -20(s0)
    lw a1, -40(s0)
    lw a0, -36(s0)
    call search
    mv a5, a0
search_7:
    nop
search_3:
    mv a0, a5
    lw ra, 44(sp)
    lw s0, 40(sp)
    addi sp, sp, 48
    jr ra
