# Compiled from functions.c by build.sh: -march=rv32im -O0
.globl power
.text
# jal: args 3, returns 1
times:
    addi sp, sp, -32
    sw s0, 28(sp)
    addi s0, sp, 32
    sw a0, -20(s0)
    sw a1, -24(s0)
    sw a2, -28(s0)
    lw a4, -20(s0)
    lw a5, -24(s0)
    mul a4, a4, a5
    lw a5, -28(s0)
    remu a5, a4, a5
    mv a0, a5
    lw s0, 28(sp)
    addi sp, sp, 32
    jr ra
# jal: args 3, returns 1
power:
    addi sp, sp, -48
    sw ra, 44(sp)
    sw s0, 40(sp)
    addi s0, sp, 48
    sw a0, -36(s0)
    sw a1, -40(s0)
    sw a2, -44(s0)
    li a5, 1
    sw a5, -20(s0)
    j power_4
power_6:
    lw a5, -40(s0)
    andi a5, a5, 1
    beq a5, zero, power_5
    lw a2, -44(s0)
    lw a1, -36(s0)
    lw a0, -20(s0)
    call times
    sw a0, -20(s0)
power_5:
    lw a2, -44(s0)
    lw a1, -36(s0)
    lw a0, -36(s0)
    call times
    sw a0, -36(s0)
    lw a5, -40(s0)
    srli a5, a5, 1
    sw a5, -40(s0)
power_4:
    lw a5, -40(s0)
    bne a5, zero, power_6
    lw a5, -20(s0)
    mv a0, a5
    lw ra, 44(sp)
    lw s0, 40(sp)
    addi sp, sp, 48
    jr ra
