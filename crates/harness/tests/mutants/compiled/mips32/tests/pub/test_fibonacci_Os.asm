# Calls fibonacci as GCC compiled it with -Os. Made by build.sh.
        .data
        .text
        .globl main
main:
        addiu $sp, $sp, -16
        li $a0, 7
        jal fibonacci
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        li $a0, 1
        jal fibonacci
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        li $v0, 10
        syscall
        .include "../../src/fibonacci_Os.asm"
