# The first and the last field of a 2x3 board. What is before and after the board stays
# as it is.
#   jal run tests/pub/test_place_3.asm

        .data
before:         .half   7               # not part of the board
board:          .half   0, 2, 4
                .half   8, 16, 0
behind:         .half   9               # not part of the board
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board              # the first field
        li      $a1, 6
        li      $a2, 0
        li      $a3, 2
        jal     place
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board              # the last field
        li      $a1, 6
        li      $a2, 5
        li      $a3, 4
        jal     place
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, before             # the board with both neighbours
        li      $a1, 1
        li      $a2, 8
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/place.asm"
