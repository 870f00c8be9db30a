# Calls power as GCC compiled it with -O1. Made by build.sh.
        .data
        .text
        .globl main
main:
        addiu $sp, $sp, -16
        li $a0, 3
        li $a1, 13
        li $a2, 1000
        jal power
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        li $a0, 7
        li $a1, 0
        li $a2, 10
        jal power
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 11
        li $a0, 10
        syscall
        li $v0, 10
        syscall
        .include "../../src/power_O1.asm"
