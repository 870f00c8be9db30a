# A board in the middle of a game.
#   jal run tests/pub/test_printboard_1.asm

        .data
board:  .half   2, 4, 0, 0
        .half   4, 8, 0, 0
        .half   16, 32, 4, 2
        .half   2, 2048, 512, 8

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
