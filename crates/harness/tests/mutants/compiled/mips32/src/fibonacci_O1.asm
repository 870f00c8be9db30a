# Compiled from functions.c by build.sh: -march=mips32 -O1
        .text
        .globl fibonacci
# jal: args 1, returns 1
fibonacci:
        addiu $sp, $sp, -32
        sw $ra, 28($sp)
        sw $s1, 24($sp)
        sw $s0, 20($sp)
        move $s0, $a0
        slti $v0, $a0, 2
        beq $v0, $zero, fibonacci_4
fibonacci_2:
        move $v0, $s0
        lw $ra, 28($sp)
        lw $s1, 24($sp)
        lw $s0, 20($sp)
        addiu $sp, $sp, 32
        jr $ra
fibonacci_4:
        addiu $a0, $a0, -1
        jal fibonacci
        move $s1, $v0
        addiu $a0, $s0, -2
        jal fibonacci
        addu $s0, $s1, $v0
        b fibonacci_2
