# Compiled from functions.c by build.sh: -march=mips32 -O1
        .text
        .globl sort
# jal: args 2, returns 1
before:
        slt $v0, $a0, $a1
        jr $ra
# jal: args 2, returns 0
swap:
        lw $v0, 0($a0)
        lw $v1, 0($a1)
        sw $v1, 0($a0)
        sw $v0, 0($a1)
        jr $ra
# jal: args 2, returns 1
sort:
        addiu $sp, $sp, -48
        sw $ra, 44($sp)
        sw $s6, 40($sp)
        sw $s5, 36($sp)
        sw $s4, 32($sp)
        sw $s3, 28($sp)
        sw $s2, 24($sp)
        sw $s1, 20($sp)
        sw $s0, 16($sp)
        slti $v0, $a1, 2
        bne $v0, $zero, sort_9
        move $s6, $a1
        addiu $s5, $a0, 4
        li $s4, 1
        move $s1, $zero
        b sort_5
sort_6:
        addiu $s4, $s4, 1
        addiu $s5, $s5, 4
        beq $s6, $s4, sort_3
sort_5:
        blez $s4, sort_6
        addu $s3, $s1, $s4
        move $s0, $s5
sort_8:
        addiu $s2, $s0, -4
        lw $a1, -4($s0)
        lw $a0, 0($s0)
        jal before
        beq $v0, $zero, sort_6
        move $a1, $s2
        move $a0, $s0
        jal swap
        addiu $s1, $s1, 1
        addiu $s0, $s0, -4
        bne $s1, $s3, sort_8
        move $s1, $s3
        b sort_6
sort_9:
        move $s1, $zero
sort_3:
        move $v0, $s1
        lw $ra, 44($sp)
        lw $s6, 40($sp)
        lw $s5, 36($sp)
        lw $s4, 32($sp)
        lw $s3, 28($sp)
        lw $s2, 24($sp)
        lw $s1, 20($sp)
        lw $s0, 16($sp)
        addiu $sp, $sp, 48
        jr $ra
