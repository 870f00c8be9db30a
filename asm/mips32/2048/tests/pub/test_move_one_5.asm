# A column of a 4x4 board moves up; the other columns stay as they are.
#   jal run tests/pub/test_move_one_5.asm

        .data
row:            .word   0:4             # addresses of the 4 fields
board:          .half   2, 0, 4, 0
                .half   0, 2, 0, 4
                .half   2, 0, 4, 0
                .half   0, 4, 0, 4
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board+2            # the second column from the top
        li      $a1, 8
        li      $a2, 4
        la      $a3, row
        jal     make_row

        la      $a0, row
        li      $a1, 4
        jal     move_one

        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board
        li      $a1, 4
        li      $a2, 4
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/move_one.asm"
