# A tile is placed on an empty field of a 4x4 board.
#   jal run tests/pub/test_place_1.asm

        .data
board:          .half   2, 4, 0, 0
                .half   4, 8, 0, 0
                .half   16, 32, 4, 2
                .half   2, 64, 512, 8
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board              # row 1, column 2
        li      $a1, 16
        li      $a2, 6
        li      $a3, 2
        jal     place
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
        .include "../../src/place.asm"
