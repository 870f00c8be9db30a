# Compiled from functions.c by build.sh: -march=mips32 -O1
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
        sw $ra, 36($sp)
        sw $s4, 32($sp)
        sw $s3, 28($sp)
        sw $s2, 24($sp)
        sw $s1, 20($sp)
        sw $s0, 16($sp)
        blez $a2, each_6
        move $s4, $a0
        move $s3, $a2
        move $s0, $a1
        move $s1, $zero
        move $s2, $zero
each_5:
        lw $a0, 0($s0)
        jalr $s4
        sw $v0, 0($s0)
        addu $s2, $s2, $v0
        addiu $s1, $s1, 1
        addiu $s0, $s0, 4
        bne $s3, $s1, each_5
each_3:
        move $v0, $s2
        lw $ra, 36($sp)
        lw $s4, 32($sp)
        lw $s3, 28($sp)
        lw $s2, 24($sp)
        lw $s1, 20($sp)
        lw $s0, 16($sp)
        addiu $sp, $sp, 40
        jr $ra
each_6:
        move $s2, $zero
        b each_3
# jal: args 3, returns 1
each:
        addiu $sp, $sp, -32
        sw $ra, 28($sp)
        sw $s2, 24($sp)
        sw $s1, 20($sp)
        sw $s0, 16($sp)
        move $s1, $a0
        move $s2, $a1
        bne $a2, $zero, each_10
        move $a2, $a1
        move $a1, $a0
        la $a0, less
        jal apply
        move $s0, $v0
        la $a0, twice
each_12:
        addiu $a2, $s2, -1
        addiu $a1, $s1, 4
        jal apply
        sll $v1, $s0, 1
        addu $v1, $v1, $s0
        sll $v1, $v1, 3
        addu $v1, $v1, $s0
        sll $v1, $v1, 2
        addu $v0, $v1, $v0
        lw $ra, 28($sp)
        lw $s2, 24($sp)
        lw $s1, 20($sp)
        lw $s0, 16($sp)
        addiu $sp, $sp, 32
        jr $ra
each_10:
        move $a2, $a1
        move $a1, $a0
        la $a0, twice
        jal apply
        move $s0, $v0
        la $a0, less
        b each_12
