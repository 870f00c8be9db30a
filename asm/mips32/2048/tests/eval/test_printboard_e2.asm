# The same board twice: numbers with zeros in them, and nothing of what lies around the board.
#   jal run tests/eval/test_printboard_e2.asm

        .data
before: .half   7777                    # not part of the board
board:  .half   10, 100, 20, 200
        .half   101, 110, 1, 0
        .half   99, 9, 90, 900
        .half   0, 6, 60, 606
behind: .half   8888                    # not part of the board
copy:   .half   10, 100, 20, 200
        .half   101, 110, 1, 0
        .half   99, 9, 90, 900
        .half   0, 6, 60, 606

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board
        jal     printboard

        la      $a0, board              # once more
        jal     printboard

        la      $a0, board              # the board is as before
        la      $a1, copy
        li      $a2, 16
        jal     assert_eq_board

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/printboard.asm"
