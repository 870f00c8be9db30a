# Numbers of one and of four digits side by side.
#   jal run tests/daily/test_printboard_d1.asm

        .data
board:  .half   1000, 1, 9999, 9
        .half   8, 8192, 7, 4096
        .half   3, 30, 300, 3000
        .half   2048, 0, 5, 1234

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board
        jal     printboard

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/printboard.asm"
