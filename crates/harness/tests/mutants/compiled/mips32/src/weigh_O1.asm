# Compiled from functions.c by build.sh: -march=mips32 -O1
        .text
        .globl weigh
# jal: args 2, returns 1
weight:
        andi $a0, $a0, 0x3f
        mul $v0, $a0, $a1
        addiu $v0, $v0, 1
        jr $ra
# jal: args 2, returns 1
weigh:
        addiu $sp, $sp, -40
        sw $ra, 36($sp)
        sw $s4, 32($sp)
        sw $s3, 28($sp)
        sw $s2, 24($sp)
        sw $s1, 20($sp)
        sw $s0, 16($sp)
        blez $a1, weigh_5
        move $s3, $a1
        move $s2, $a0
        move $s1, $zero
        move $s0, $zero
        li $s4, 1717960704
        addiu $s4, $s4, 26215
weigh_4:
        move $a1, $s1
        lw $a0, 0($s2)
        jal weight
        sll $v1, $s0, 1
        addu $v1, $v1, $s0
        addu $v1, $v1, $v0
        mult $s0, $s4
        mfhi $v0
        sra $v0, $v0, 1
        sra $s0, $s0, 31
        subu $s0, $s0, $v0
        addu $s0, $v1, $s0
        addiu $s1, $s1, 1
        addiu $s2, $s2, 4
        bne $s3, $s1, weigh_4
weigh_2:
        move $v0, $s0
        lw $ra, 36($sp)
        lw $s4, 32($sp)
        lw $s3, 28($sp)
        lw $s2, 24($sp)
        lw $s1, 20($sp)
        lw $s0, 16($sp)
        addiu $sp, $sp, 40
        jr $ra
weigh_5:
        move $s0, $zero
        b weigh_2
