# An empty board: empty fields are printed as 0.
#   jal run tests/pub/test_printboard_2.asm

        .data
board:  .half   0, 0, 0, 0
        .half   0, 0, 0, 0
        .half   0, 0, 0, 0
        .half   0, 0, 0, 0

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
