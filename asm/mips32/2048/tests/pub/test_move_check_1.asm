# A tile with an empty field to its left can move. The board stays as it is.
#   jal run tests/pub/test_move_check_1.asm

        .data
row:            .word   0:4             # addresses of the 4 fields
board:          .half   2, 0, 4, 8
copy:           .half   2, 0, 4, 8
text_result:    .asciiz "result: "

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
        jal     move_check

        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board
        la      $a1, copy
        li      $a2, 4
        jal     assert_eq_board

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/move_check.asm"
