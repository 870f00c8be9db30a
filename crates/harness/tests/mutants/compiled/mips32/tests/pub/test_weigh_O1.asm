# Calls weigh as GCC compiled it with -O1. Made by build.sh.
        .data
v1:     .word 5, -3, 9, 1, 40, 7
v2:     .word 1
        .text
        .globl main
main:
        addiu $sp, $sp, -16
        la $a0, v1
        li $a1, 6
        jal weigh
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
        jal weigh
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
        li $v0, 10
        syscall
        .include "../../src/weigh_O1.asm"
