# complete_move gives the number and the worth of the merges of the whole move: 2 0 2 4 has
# one merge worth 4.
#   jal run tests/pub/test_score_3.asm

        .data
row:            .word   0:4             # addresses of the 4 fields
board:          .half   2, 0, 2, 4
text_merges:    .asciiz "merges: "
text_worth:     .asciiz "worth: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board              # the row from left to right
        li      $a1, 2
        li      $a2, 4
        la      $a3, row
        jal     make_row

        la      $a0, row
        li      $a1, 4
        jal     complete_move

        move    $s2, $v1                # the next call may change $v1
        move    $a1, $v0
        la      $a0, text_merges
        jal     print_labelled
        la      $a0, text_worth
        move    $a1, $s2
        jal     print_labelled

        la      $a0, board
        li      $a1, 1
        li      $a2, 4
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/complete_move.asm"
