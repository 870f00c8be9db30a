# Compiled from functions.c by build.sh: -march=mips32 -Os
        .text
        .globl weigh
# jal: args 2, returns 1
weight:
        andi $a0, $a0, 0x3f
        mul $a0, $a0, $a1
        addiu $v0, $a0, 1
        jr $ra
# jal: args 2, returns 1
weigh:
        addiu $sp, $sp, -40
        sw $s4, 32($sp)
        sw $s3, 28($sp)
        sw $s2, 24($sp)
        sw $s1, 20($sp)
        sw $s0, 16($sp)
        sw $ra, 36($sp)
        move $s3, $a0
        move $s2, $a1
        move $s1, $zero
        move $s0, $zero
        li $s4, -5
weigh_3:
        slt $v0, $s1, $s2
        bne $v0, $zero, weigh_4
        lw $ra, 36($sp)
        lw $s4, 32($sp)
        lw $s3, 28($sp)
        lw $s2, 24($sp)
        lw $s1, 20($sp)
        move $v0, $s0
        lw $s0, 16($sp)
        addiu $sp, $sp, 40
        jr $ra
weigh_4:
        sll $v0, $s1, 2
        addu $v0, $s3, $v0
        lw $a0, 0($v0)
        move $a1, $s1
        jal weight
        div $s0, $s4
        teq $s4, $zero, 7
        sll $v1, $s0, 1
        addu $v1, $v1, $s0
        addu $v1, $v1, $v0
        addiu $s1, $s1, 1
        mflo $v0
        addu $s0, $v1, $v0
        b weigh_3
