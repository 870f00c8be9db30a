# Compiled from functions.c by build.sh: -march=mips32 -O1
        .text
        .globl search
# jal: args 4, returns 1
search:
        slt $v0, $a1, $a2
        beq $v0, $zero, search_9
        addu $v1, $a1, $a2
        srl $v0, $v1, 31
        addu $v0, $v0, $v1
        sra $v0, $v0, 1
        sll $v1, $v0, 2
        addu $v1, $a0, $v1
        lw $v1, 0($v1)
        beq $v1, $a3, search_6
        addiu $sp, $sp, -24
        sw $ra, 20($sp)
        slt $v1, $v1, $a3
        beq $v1, $zero, search_4
        addiu $a1, $v0, 1
        jal search
search_1:
        lw $ra, 20($sp)
        addiu $sp, $sp, 24
        jr $ra
search_9:
        nor $v0, $zero, $a1
        jr $ra
search_4:
        move $a2, $v0
        jal search
        b search_1
search_6:
        jr $ra
