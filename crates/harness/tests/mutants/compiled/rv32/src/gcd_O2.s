# Compiled from functions.c by build.sh: -march=rv32im -O2
.globl gcd
.text
# jal: args 2, returns 1
rest:
    rem a0, a0, a1
    ret
# jal: args 2, returns 1
gcd:
    addi sp, sp, -16
    sw s0, 8(sp)
    sw ra, 12(sp)
    mv s0, a1
    bne a1, zero, gcd_5
    j gcd_10
gcd_7:
    mv s0, a5
gcd_5:
    mv a1, s0
    call rest
    mv a5, a0
    mv a0, s0
    bne a5, zero, gcd_7
    lw ra, 12(sp)
    mv a0, s0
    lw s0, 8(sp)
    addi sp, sp, 16
    jr ra
gcd_10:
    mv s0, a0
    lw ra, 12(sp)
    mv a0, s0
    lw s0, 8(sp)
    addi sp, sp, 16
    jr ra
