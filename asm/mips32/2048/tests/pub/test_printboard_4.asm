# Only the 16 fields of the board are printed, row by row, and none is changed.
#   jal run tests/pub/test_printboard_4.asm

        .data
before: .half   7777                    # not part of the board
board:  .half   1, 2, 3, 4
        .half   5, 6, 7, 8
        .half   9, 10, 11, 12
        .half   13, 14, 15, 16
behind: .half   8888                    # not part of the board
copy:   .half   1, 2, 3, 4
        .half   5, 6, 7, 8
        .half   9, 10, 11, 12
        .half   13, 14, 15, 16

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board
        jal     printboard

        la      $a0, board              # the board is as before
        la      $a1, copy
        li      $a2, 16
        jal     assert_eq_board

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/printboard.asm"
