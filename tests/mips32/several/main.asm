# A program of two files: both have a label `loop` of their own.
        .globl main
        .text
helper: jr   $ra                # the first instruction is not where the program starts
main:   li   $s0, 3
loop:   move $a0, $s0
        jal  square
        move $a0, $v0
        li   $v0, 1
        syscall
        lw   $a0, separator
        li   $v0, 11
        syscall
        addi $s0, $s0, -1
        bnez $s0, loop
        li   $v0, 10
        syscall
