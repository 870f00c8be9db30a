# Compiled from functions.c by build.sh: -march=mips32 -O1
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
        move $v0, $a0
        bne $a1, $zero, gcd_8
        jr $ra
gcd_8:
        addiu $sp, $sp, -24
        sw $ra, 20($sp)
        sw $s0, 16($sp)
        move $s0, $a1
        jal rest
        move $a1, $v0
        move $a0, $s0
        jal gcd
        lw $ra, 20($sp)
        lw $s0, 16($sp)
        addiu $sp, $sp, 24
        jr $ra
