# Compiled from functions.c by build.sh: -march=mips32 -Os
        .text
        .globl search
# jal: args 4, returns 1
search:
search_4:
        slt $v0, $a1, $a2
        bne $v0, $zero, search_2
        nor $v0, $zero, $a1
        jr $ra
search_6:
        move $a2, $v1
        b search_4
search_2:
        addu $v0, $a2, $a1
        srl $v1, $v0, 31
        addu $v1, $v1, $v0
        sra $v1, $v1, 1
        sll $t0, $v1, 2
        addu $t0, $a0, $t0
        lw $t0, 0($t0)
        move $v0, $v1
        beq $t0, $a3, search_1
        slt $t0, $t0, $a3
        beq $t0, $zero, search_6
        addiu $a1, $v1, 1
        b search_4
search_1:
        jr $ra
