# Tiles keep their value, whatever it is. What is before and after a row stays as it is.
#   jal run tests/pub/test_move_left_7.asm

        .data
row:    .word   0:8                     # addresses of the 8 fields
before: .half   7, 0                    # not part of the row
board:  .half   0, 65535, 0, 32768, 0, 256, 0, 1
behind: .half   0, 9                    # not part of the row

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board              # the row from left to right
        li      $a1, 2
        li      $a2, 8
        la      $a3, row
        jal     make_row

        la      $a0, row
        li      $a1, 8
        jal     move_left

        la      $a0, before             # the row with its neighbours
        li      $a1, 1
        li      $a2, 12
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/move_left.asm"
