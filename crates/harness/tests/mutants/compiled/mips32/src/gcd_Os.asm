# Compiled from functions.c by build.sh: -march=mips32 -Os
        .text
        .globl gcd
# jal: args 2, returns 1
rest:
        div $a0, $a1
        teq $a1, $zero, 7
        mfhi $v0
        jr $ra
# jal: args 2, returns 1
gcd:
        addiu $sp, $sp, -24
        sw $s0, 16($sp)
        sw $ra, 20($sp)
        move $s0, $a1
gcd_4:
        beq $s0, $zero, gcd_2
        move $a1, $s0
        jal rest
        move $a0, $s0
        move $s0, $v0
        b gcd_4
gcd_2:
        lw $ra, 20($sp)
        lw $s0, 16($sp)
        move $v0, $a0
        addiu $sp, $sp, 24
        jr $ra
