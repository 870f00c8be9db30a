# Compiled from functions.c by build.sh: -march=rv32im -O2
.globl fibonacci
.text
# jal: args 1, returns 1
fibonacci:
    li a5, 1
    ble a0, a5, fibonacci_7
    addi sp, sp, -32
    sw s3, 12(sp)
    addi s3, a0, -2
    sw s2, 16(sp)
    andi a5, s3, -2
    addi s2, a0, -3
    sw s0, 24(sp)
    sw s1, 20(sp)
    sw ra, 28(sp)
    addi s1, a0, -1
    sub s2, s2, a5
    li s0, 0
fibonacci_3:
    mv a0, s1
    call fibonacci
    addi s1, s1, -2
    add s0, s0, a0
    bne s1, s2, fibonacci_3
    andi s3, s3, 1
    add a0, s3, s0
    lw ra, 28(sp)
    lw s0, 24(sp)
    lw s1, 20(sp)
    lw s2, 16(sp)
    lw s3, 12(sp)
    addi sp, sp, 32
    jr ra
fibonacci_7:
    ret
