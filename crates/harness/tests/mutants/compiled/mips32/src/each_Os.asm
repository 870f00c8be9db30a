# Compiled from functions.c by build.sh: -march=mips32 -Os
        .text
        .globl each
# jal: args 1, returns 1
twice:
        sll $v0, $a0, 1
        jr $ra
# jal: args 1, returns 1
less:
        addiu $v0, $a0, -7
        jr $ra
# jal: args 3, returns 1
apply:
        addiu $sp, $sp, -40
        sw $s4, 32($sp)
        sw $s3, 28($sp)
        sw $s2, 24($sp)
        sw $s1, 20($sp)
        sw $s0, 16($sp)
        sw $ra, 36($sp)
        move $s4, $a0
        move $s2, $a2
        move $s0, $a1
        move $s3, $zero
        move $s1, $zero
each_4:
        slt $v0, $s3, $s2
        bne $v0, $zero, each_5
        lw $ra, 36($sp)
        lw $s4, 32($sp)
        lw $s3, 28($sp)
        lw $s2, 24($sp)
        lw $s0, 16($sp)
        move $v0, $s1
        lw $s1, 20($sp)
        addiu $sp, $sp, 40
        jr $ra
each_5:
        lw $a0, 0($s0)
        addiu $s3, $s3, 1
        jalr $s4
        sw $v0, 0($s0)
        addu $s1, $s1, $v0
        addiu $s0, $s0, 4
        b each_4
# jal: args 3, returns 1
each:
        addiu $sp, $sp, -40
        sw $s4, 32($sp)
        sw $s3, 28($sp)
        sw $s2, 24($sp)
        sw $s1, 20($sp)
        sw $ra, 36($sp)
        sw $s0, 16($sp)
        move $s2, $a0
        move $s3, $a1
        beq $a2, $zero, each_8
        move $a2, $a1
        move $a1, $a0
        la $a0, twice
        jal apply
        move $s0, $v0
        la $a0, less
each_9:
        addiu $a2, $s3, -1
        addiu $a1, $s2, 4
        jal apply
        li $v1, 100
        mul $a0, $s0, $v1
        lw $ra, 36($sp)
        lw $s4, 32($sp)
        lw $s3, 28($sp)
        lw $s2, 24($sp)
        lw $s1, 20($sp)
        lw $s0, 16($sp)
        addu $v0, $a0, $v0
        addiu $sp, $sp, 40
        jr $ra
each_8:
        move $a2, $a1
        move $a1, $a0
        la $a0, less
        jal apply
        move $s0, $v0
        la $a0, twice
        b each_9
