# Only the fields of the row count: equal tiles and gaps after it, before it, or between it
# in memory do not. The row is the middle column of a 3x3 board.
#   jal run tests/pub/test_move_check_8.asm

        .data
row:            .word   0:3             # addresses of the 3 fields
board:          .half   2, 2, 2
                .half   0, 4, 0
                .half   8, 8, 8
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board+2            # the middle column: 2 4 8
        li      $a1, 6
        li      $a2, 3
        la      $a3, row
        jal     make_row

        la      $a0, row
        li      $a1, 3
        jal     move_check

        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board              # the left column: 2 0 8
        li      $a1, 6
        li      $a2, 3
        la      $a3, row
        jal     make_row

        la      $a0, row
        li      $a1, 3
        jal     move_check

        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board              # the first two of the upper row
        li      $a1, 2
        li      $a2, 2
        la      $a3, row
        jal     make_row

        la      $a0, row
        li      $a1, 2
        jal     move_check

        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board+6            # the first two of the middle row
        li      $a1, 2
        li      $a2, 2
        la      $a3, row
        jal     make_row

        la      $a0, row
        li      $a1, 2
        jal     move_check

        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/move_check.asm"
