# Compiled from functions.c by build.sh: -march=mips32 -Os
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
        sw $s4, 32($sp)
        sw $s3, 28($sp)
        sw $s2, 24($sp)
        sw $s1, 20($sp)
        sw $ra, 44($sp)
        sw $s6, 40($sp)
        sw $s5, 36($sp)
        sw $s0, 16($sp)
        move $s3, $a0
        move $s4, $a1
        li $s2, 1
        move $s1, $zero
sort_4:
        slt $v0, $s2, $s4
        beq $v0, $zero, sort_3
        sll $s0, $s2, 2
        addu $s0, $s3, $s0
        addu $s6, $s1, $s2
        b sort_8
sort_6:
        move $a1, $s0
        move $a0, $s5
        addiu $s1, $s1, 1
        jal swap
        beq $s1, $s6, sort_5
sort_8:
        move $s5, $s0
        lw $a1, -4($s5)
        lw $a0, 0($s5)
        addiu $s0, $s0, -4
        jal before
        bne $v0, $zero, sort_6
sort_5:
        addiu $s2, $s2, 1
        b sort_4
sort_3:
        lw $ra, 44($sp)
        lw $s6, 40($sp)
        lw $s5, 36($sp)
        lw $s4, 32($sp)
        lw $s3, 28($sp)
        lw $s2, 24($sp)
        lw $s0, 16($sp)
        move $v0, $s1
        lw $s1, 20($sp)
        addiu $sp, $sp, 48
        jr $ra
