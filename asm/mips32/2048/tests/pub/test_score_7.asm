# complete_move keeps the saved registers of its caller, also while it keeps the number and
# the worth of the merges.
#   jal run tests/pub/test_score_7.asm

        .data
row:            .word   0:5             # addresses of the 5 fields
merges:         .word   0
worth:          .word   0
board:          .half   4, 0, 4, 2, 2
text_saved:     .asciiz "sum of the saved registers: "
text_merges:    .asciiz "merges: "
text_worth:     .asciiz "worth: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board              # the row from left to right
        li      $a1, 2
        li      $a2, 5
        la      $a3, row
        jal     make_row

        li      $s0, 1000               # values that the call must keep
        li      $s1, 200
        li      $s2, 30
        li      $s3, 20
        li      $s4, 10
        li      $s5, 3
        li      $s6, 2
        li      $s7, 1

        la      $a0, row
        li      $a1, 5
        jal     complete_move
        sw      $v0, merges             # the next call may change $v0 and $v1
        sw      $v1, worth

        addu    $a1, $s0, $s1           # 1266 if all of them are kept
        addu    $a1, $a1, $s2
        addu    $a1, $a1, $s3
        addu    $a1, $a1, $s4
        addu    $a1, $a1, $s5
        addu    $a1, $a1, $s6
        addu    $a1, $a1, $s7
        la      $a0, text_saved
        jal     print_labelled

        lw      $a1, merges
        la      $a0, text_merges
        jal     print_labelled
        lw      $a1, worth
        la      $a0, text_worth
        jal     print_labelled

        la      $a0, board
        li      $a1, 1
        li      $a2, 5
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/complete_move.asm"
