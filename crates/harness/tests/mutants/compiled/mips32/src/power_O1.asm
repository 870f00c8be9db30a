# Compiled from functions.c by build.sh: -march=mips32 -O1
        .text
        .globl power
# jal: args 3, returns 1
times:
        mul $v0, $a0, $a1
        divu $v0, $a2
        teq $a2, $zero, 7
        mfhi $v0
        jr $ra
# jal: args 3, returns 1
power:
        addiu $sp, $sp, -40
        sw $ra, 36($sp)
        sw $s3, 32($sp)
        sw $s2, 28($sp)
        sw $s1, 24($sp)
        sw $s0, 20($sp)
        beq $a1, $zero, power_6
        move $s0, $a0
        move $s1, $a1
        move $s2, $a2
        li $s3, 1
        b power_5
power_4:
        move $a2, $s2
        move $a1, $s0
        move $a0, $s0
        jal times
        move $s0, $v0
        srl $s1, $s1, 1
        beq $s1, $zero, power_2
power_5:
        andi $v1, $s1, 0x1
        beq $v1, $zero, power_4
        move $a2, $s2
        move $a1, $s0
        move $a0, $s3
        jal times
        move $s3, $v0
        b power_4
power_6:
        li $s3, 1
power_2:
        move $v0, $s3
        lw $ra, 36($sp)
        lw $s3, 32($sp)
        lw $s2, 28($sp)
        lw $s1, 24($sp)
        lw $s0, 20($sp)
        addiu $sp, $sp, 40
        jr $ra
