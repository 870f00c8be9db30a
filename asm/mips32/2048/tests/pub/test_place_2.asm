# An occupied field keeps its tile.
#   jal run tests/pub/test_place_2.asm

        .data
board:          .half   0, 0
                .half   0, 0
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board              # result 0: the field is empty
        li      $a1, 4
        li      $a2, 2
        li      $a3, 4
        jal     place
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board              # result 1: now it holds a 4
        li      $a1, 4
        li      $a2, 2
        li      $a3, 2
        jal     place
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board              # result 1: also for an equal tile
        li      $a1, 4
        li      $a2, 2
        li      $a3, 4
        jal     place
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board
        li      $a1, 2
        li      $a2, 2
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/place.asm"
