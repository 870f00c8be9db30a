# Compiled from functions.c by build.sh: -march=mips32 -Os
        .text
        .globl fibonacci
# jal: args 1, returns 1
fibonacci:
        addiu $sp, $sp, -32
        sw $s1, 24($sp)
        sw $s0, 20($sp)
        sw $ra, 28($sp)
        move $s0, $a0
        move $s1, $zero
fibonacci_3:
        slti $v0, $s0, 2
        bne $v0, $zero, fibonacci_2
        addiu $a0, $s0, -1
        jal fibonacci
        addiu $s0, $s0, -2
        addu $s1, $s1, $v0
        b fibonacci_3
fibonacci_2:
        lw $ra, 28($sp)
        addu $v0, $s0, $s1
        lw $s1, 24($sp)
        lw $s0, 20($sp)
        addiu $sp, $sp, 32
        jr $ra
