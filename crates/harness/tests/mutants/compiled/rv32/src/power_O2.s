# Compiled from functions.c by build.sh: -march=rv32im -O2
.globl power
.text
# jal: args 3, returns 1
times:
    mul a0, a0, a1
    remu a0, a0, a2
    ret
# jal: args 3, returns 1
power:
    addi sp, sp, -32
    sw s0, 24(sp)
    sw ra, 28(sp)
    sw s1, 20(sp)
    sw s2, 16(sp)
    mv s0, a1
    beq a1, zero, power_7
    mv a1, a0
    mv s1, a2
    li s2, 1
    j power_6
power_5:
    mv a0, a1
    mv a2, s1
    call times
    mv a1, a0
    beq s0, zero, power_3
power_6:
    andi a5, s0, 1
    srli s0, s0, 1
    beq a5, zero, power_5
    mv a2, s1
    mv a0, s2
    sw a1, 12(sp)
    call times
    lw a1, 12(sp)
    mv s2, a0
    mv a2, s1
    mv a0, a1
    call times
    mv a1, a0
    bne s0, zero, power_6
power_3:
    lw ra, 28(sp)
    lw s0, 24(sp)
    lw s1, 20(sp)
    mv a0, s2
    lw s2, 16(sp)
    addi sp, sp, 32
    jr ra
power_7:
    lw ra, 28(sp)
    lw s0, 24(sp)
    li s2, 1
    lw s1, 20(sp)
    mv a0, s2
    lw s2, 16(sp)
    addi sp, sp, 32
    jr ra
