# Two boards one after the other: every line ends with one newline, also the last.
#   jal run tests/pub/test_printboard_5.asm

        .data
first:  .half   2, 0, 0, 0
        .half   0, 0, 0, 0
        .half   0, 0, 0, 0
        .half   0, 0, 0, 4
second: .half   1024, 512, 256, 128
        .half   8, 16, 32, 64
        .half   4, 2, 0, 0
        .half   0, 0, 0, 0

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, first
        jal     printboard

        la      $a0, second
        jal     printboard

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/printboard.asm"
