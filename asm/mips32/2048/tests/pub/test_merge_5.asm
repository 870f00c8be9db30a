# A column of a 4x4 board merges upwards; the other columns stay as they are.
#   jal run tests/pub/test_merge_5.asm

        .data
row:    .word   0:4                     # addresses of the 4 fields
board:  .half   2, 2, 4, 4
        .half   2, 2, 4, 4
        .half   2, 4, 4, 8
        .half   2, 4, 4, 8

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board+4            # the third column from the top
        li      $a1, 8
        li      $a2, 4
        la      $a3, row
        jal     make_row

        la      $a0, row
        li      $a1, 4
        jal     merge

        la      $a0, board
        li      $a1, 4
        li      $a2, 4
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/merge.asm"
