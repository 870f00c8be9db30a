# Compiled from functions.c by build.sh: -march=mips32 -Os
        .text
        .globl histogram
# jal: args 2, returns 1
digit:
        li $v1, -1
        li $v0, 10
histogram_2:
        addiu $a1, $a1, -1
        bne $a1, $v1, histogram_3
        li $v0, 10
        div $a0, $v0
        teq $v0, $zero, 7
        mfhi $v0
        jr $ra
histogram_3:
        div $a0, $v0
        teq $v0, $zero, 7
        mflo $a0
        b histogram_2
# jal: args 2, returns 1
histogram:
        addiu $sp, $sp, -96
        sw $s0, 60($sp)
        addiu $s0, $sp, 16
        sw $s6, 84($sp)
        sw $s4, 76($sp)
        sw $s3, 72($sp)
        sw $ra, 92($sp)
        sw $s7, 88($sp)
        sw $s5, 80($sp)
        sw $s2, 68($sp)
        sw $s1, 64($sp)
        move $s4, $a0
        move $s3, $a1
        addiu $s6, $sp, 56
        move $v0, $s0
histogram_5:
        sw $zero, 0($v0)
        addiu $v0, $v0, 4
        bne $v0, $s6, histogram_5
        move $s1, $zero
        li $s7, 3
histogram_6:
        slt $v0, $s1, $s3
        bne $v0, $zero, histogram_8
        move $v0, $zero
histogram_9:
        lw $v1, 0($s0)
        sll $v0, $v0, 2
        addiu $s0, $s0, 4
        addu $v0, $v0, $v1
        bne $s0, $s6, histogram_9
        lw $ra, 92($sp)
        lw $s7, 88($sp)
        lw $s6, 84($sp)
        lw $s5, 80($sp)
        lw $s4, 76($sp)
        lw $s3, 72($sp)
        lw $s2, 68($sp)
        lw $s1, 64($sp)
        lw $s0, 60($sp)
        addiu $sp, $sp, 96
        jr $ra
histogram_8:
        sll $s5, $s1, 2
        addu $s5, $s4, $s5
        move $s2, $zero
histogram_7:
        lw $a0, 0($s5)
        move $a1, $s2
        jal digit
        sll $v0, $v0, 2
        addu $v0, $s0, $v0
        lw $v1, 0($v0)
        addiu $s2, $s2, 1
        addiu $v1, $v1, 1
        sw $v1, 0($v0)
        bne $s2, $s7, histogram_7
        addiu $s1, $s1, 1
        b histogram_6
