# Calls histogram as GCC compiled it with -Os. Made by build.sh.
        .data
v1:     .word 123, 45, 990, 7, 300
        .text
        .globl main
main:
        addiu $sp, $sp, -16
        la $a0, v1
        li $a1, 5
        jal histogram
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
        li $v0, 10
        syscall
        .include "../../src/histogram_Os.asm"
