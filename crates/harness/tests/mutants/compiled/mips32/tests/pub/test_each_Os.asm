# Calls each as GCC compiled it with -Os. Made by build.sh.
        .data
v1:     .word 4, 5, 6
v2:     .word 10, 20, 30, 40
        .text
        .globl main
main:
        addiu $sp, $sp, -16
        la $a0, v1
        li $a1, 3
        li $a2, 1
        jal each
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
        la $a0, v2
        li $a1, 4
        li $a2, 0
        jal each
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
        li $v0, 10
        syscall
        .include "../../src/each_Os.asm"
