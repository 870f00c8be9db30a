# A board is filled field by field by a caller that keeps its values in saved registers;
# then no field is left.
#   jal run tests/pub/test_place_6.asm

        .data
board:          .half   0, 0, 0
                .half   0, 0, 0
                .half   0, 0, 0
                .half   0, 0, 0
text_sum:       .asciiz "sum of the results: "
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        li      $s0, 0                  # $s0 = index of the field
        li      $s1, 2                  # $s1 = value of the tile
        li      $s2, 0                  # $s2 = sum of the results

fill:
        la      $a0, board
        li      $a1, 12
        move    $a2, $s0
        move    $a3, $s1
        jal     place
        addu    $s2, $s2, $v0
        addiu   $s0, $s0, 1
        addiu   $s1, $s1, 3
        bne     $s0, 12, fill

        la      $a0, text_sum           # 0: all were placed
        move    $a1, $s2
        jal     print_labelled

        la      $a0, board              # 1: the board is full
        li      $a1, 12
        li      $a2, 11
        li      $a3, 2
        jal     place
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board
        li      $a1, 4
        li      $a2, 3
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/place.asm"
