# Compiled from functions.c by build.sh: -march=mips32 -O1
        .text
        .globl histogram
# jal: args 2, returns 1
digit:
        addiu $v1, $a1, -1
        beq $a1, $zero, histogram_2
        li $a1, 1717960704
        addiu $a1, $a1, 26215
        li $a2, -1
histogram_3:
        mult $a0, $a1
        mfhi $v0
        sra $v0, $v0, 2
        sra $a0, $a0, 31
        subu $a0, $v0, $a0
        addiu $v1, $v1, -1
        bne $v1, $a2, histogram_3
histogram_2:
        li $v1, 1717960704
        addiu $v1, $v1, 26215
        mult $a0, $v1
        mfhi $v1
        sra $v1, $v1, 2
        sra $v0, $a0, 31
        subu $v1, $v1, $v0
        sll $v0, $v1, 2
        addu $v0, $v0, $v1
        sll $v0, $v0, 1
        subu $v0, $a0, $v0
        jr $ra
# jal: args 2, returns 1
histogram:
        addiu $sp, $sp, -88
        sw $ra, 84($sp)
        sw $s6, 80($sp)
        sw $s5, 76($sp)
        sw $s4, 72($sp)
        sw $s3, 68($sp)
        sw $s2, 64($sp)
        sw $s1, 60($sp)
        sw $s0, 56($sp)
        move $s6, $a1
        addiu $s2, $sp, 16
        addiu $s5, $sp, 56
        move $v0, $s2
histogram_6:
        sw $zero, 0($v0)
        addiu $v0, $v0, 4
        bne $v0, $s5, histogram_6
        blez $s6, histogram_7
        move $s1, $a0
        move $s4, $zero
        li $s3, 3
        b histogram_8
histogram_15:
        addiu $s4, $s4, 1
        addiu $s1, $s1, 4
        beq $s6, $s4, histogram_7
histogram_8:
        move $s0, $zero
histogram_9:
        move $a1, $s0
        lw $a0, 0($s1)
        jal digit
        sll $v0, $v0, 2
        addiu $v1, $sp, 16
        addu $v0, $v1, $v0
        lw $v1, 0($v0)
        addiu $v1, $v1, 1
        sw $v1, 0($v0)
        addiu $s0, $s0, 1
        bne $s0, $s3, histogram_9
        b histogram_15
histogram_7:
        move $v0, $zero
histogram_10:
        sll $v0, $v0, 2
        lw $v1, 0($s2)
        addu $v0, $v0, $v1
        addiu $s2, $s2, 4
        bne $s2, $s5, histogram_10
        lw $ra, 84($sp)
        lw $s6, 80($sp)
        lw $s5, 76($sp)
        lw $s4, 72($sp)
        lw $s3, 68($sp)
        lw $s2, 64($sp)
        lw $s1, 60($sp)
        lw $s0, 56($sp)
        addiu $sp, $sp, 88
        jr $ra
