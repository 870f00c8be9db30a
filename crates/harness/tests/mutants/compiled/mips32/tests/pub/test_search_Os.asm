# Calls search as GCC compiled it with -Os. Made by build.sh.
        .data
v1:     .word 2, 3, 5, 7, 11, 13
v2:     .word 2, 3, 5, 7, 11, 13
v3:     .word 2, 3, 5, 7, 11, 13
        .text
        .globl main
main:
        addiu $sp, $sp, -16
        la $a0, v1
        li $a1, 0
        li $a2, 6
        li $a3, 11
        jal search
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v1+0
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v1+4
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v1+8
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v1+12
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v1+16
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v1+20
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        la $a0, v2
        li $a1, 0
        li $a2, 6
        li $a3, 4
        jal search
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v2+0
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v2+4
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v2+8
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v2+12
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v2+16
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v2+20
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        la $a0, v3
        li $a1, 0
        li $a2, 6
        li $a3, 1
        jal search
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v3+0
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v3+4
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v3+8
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v3+12
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v3+16
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        lw $a0, v3+20
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        li $v0, 10
        syscall
        .include "../../src/search_Os.asm"
