# Compiled from functions.c by build.sh: -march=mips32 -Os
        .text
        .globl power
# jal: args 3, returns 1
times:
        mul $a0, $a0, $a1
        divu $a0, $a2
        teq $a2, $zero, 7
        mfhi $v0
        jr $ra
# jal: args 3, returns 1
power:
        addiu $sp, $sp, -40
        sw $s3, 32($sp)
        sw $s2, 28($sp)
        sw $s1, 24($sp)
        sw $s0, 20($sp)
        sw $ra, 36($sp)
        move $s0, $a0
        move $s1, $a1
        move $s3, $a2
        li $s2, 1
power_3:
        bne $s1, $zero, power_5
        lw $ra, 36($sp)
        lw $s3, 32($sp)
        lw $s1, 24($sp)
        lw $s0, 20($sp)
        move $v0, $s2
        lw $s2, 28($sp)
        addiu $sp, $sp, 40
        jr $ra
power_5:
        andi $v0, $s1, 0x1
        beq $v0, $zero, power_4
        move $a0, $s2
        move $a2, $s3
        move $a1, $s0
        jal times
        move $s2, $v0
power_4:
        move $a1, $s0
        move $a0, $s0
        move $a2, $s3
        jal times
        move $s0, $v0
        srl $s1, $s1, 1
        b power_3
