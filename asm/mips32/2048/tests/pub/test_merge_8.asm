# What is before and after a row stays as it is, even if it equals the row's ends.
#   jal run tests/pub/test_merge_8.asm

        .data
row:    .word   0:4                     # addresses of the 4 fields
before: .half   2                       # not part of the row
board:  .half   2, 4, 4, 8
behind: .half   8                       # not part of the row

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
        jal     merge

        la      $a0, before             # the row with its neighbours
        li      $a1, 1
        li      $a2, 6
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/merge.asm"
