# place does not change a board if the field is occupied.
#   jal run tests/student/test_place_occupied.asm
#
# The expected output is in test_place_occupied.ref.

        .data
board:          .half   2, 4
                .half   8, 0
expected:       .half   2, 4            # the same as before
                .half   8, 0
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board
        li      $a1, 4
        li      $a2, 2                  # the field that holds the 8
        li      $a3, 2
        jal     place

        move    $a1, $v0                # print the result of place
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board
        la      $a1, expected
        li      $a2, 4
        jal     assert_eq_board         # prints whether they are equal

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/place.asm"
