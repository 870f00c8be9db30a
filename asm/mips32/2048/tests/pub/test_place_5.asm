# A field is occupied also if only one of its two bytes is not zero: 256 = 0x0100, 32768 =
# 0x8000, 1 = 0x0001.
#   jal run tests/pub/test_place_5.asm

        .data
board:          .half   256, 32768, 1
                .half   255, 0, 65535
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        la      $a0, board              # result 1
        li      $a1, 6
        li      $a2, 0
        li      $a3, 2
        jal     place
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board              # result 1
        li      $a1, 6
        li      $a2, 1
        li      $a3, 2
        jal     place
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board              # result 1
        li      $a1, 6
        li      $a2, 2
        li      $a3, 2
        jal     place
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board              # result 1
        li      $a1, 6
        li      $a2, 3
        li      $a3, 2
        jal     place
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board              # result 0: the only empty field
        li      $a1, 6
        li      $a2, 4
        li      $a3, 2
        jal     place
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board              # result 1
        li      $a1, 6
        li      $a2, 5
        li      $a3, 2
        jal     place
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board
        li      $a1, 2
        li      $a2, 3
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

        .include "../../src/place.asm"
        .include "../test_utils.asm"
