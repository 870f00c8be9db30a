# Numbers of one to four digits, at the limits of each length.
#   jal run tests/pub/test_printboard_3.asm

        .data
board:  .half   1, 9, 10, 11
        .half   99, 100, 101, 999
        .half   1000, 1001, 1010, 9999
        .half   5, 55, 555, 5555

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
