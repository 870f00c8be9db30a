# Compiled from functions.c by build.sh: -march=rv32im -O0
.globl fibonacci
.text
# jal: args 1, returns 1
fibonacci:
    addi sp, sp, -32
    sw ra, 28(sp)
    sw s0, 24(sp)
    sw s1, 20(sp)
    addi s0, sp, 32
    sw a0, -20(s0)
    lw a4, -20(s0)
    li a5, 1
    ble a4, a5, fibonacci_2
    lw a5, -20(s0)
    addi a5, a5, -1
    mv a0, a5
    call fibonacci
    mv s1, a0
    lw a5, -20(s0)
    addi a5, a5, -2
    mv a0, a5
    call fibonacci
    mv a5, a0
    add a5, s1, a5
    j fibonacci_4
fibonacci_2:
    lw a5, -20(s0)
fibonacci_4:
    mv a0, a5
    lw ra, 28(sp)
    lw s0, 24(sp)
    lw s1, 20(sp)
    addi sp, sp, 32
    jr ra
