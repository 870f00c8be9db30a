# A 4x4 board with a 2048 is won, and check_victory does not change it.
#   jal run tests/pub/test_check_win_1.asm

        .data
board:          .half   2, 4, 0, 0
                .half   4, 8, 0, 0
                .half   16, 32, 4, 2
                .half   2, 2048, 512, 8
copy:           .half   2, 4, 0, 0
                .half   4, 8, 0, 0
                .half   16, 32, 4, 2
                .half   2, 2048, 512, 8
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board
        li      $a1, 16
        jal     check_victory
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board              # the board is as before
        la      $a1, copy
        li      $a2, 16
        jal     assert_eq_board

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/check_victory.asm"
