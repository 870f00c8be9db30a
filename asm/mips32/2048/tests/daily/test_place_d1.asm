# The last fields of both rows of a 2x7 board: empty at first, then occupied.
#   jal run tests/daily/test_place_d1.asm

        .data
board:          .half   2, 0, 2, 0, 2, 0, 0
                .half   3, 0, 5, 0, 7, 0, 0
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board
        li      $a1, 14
        li      $a2, 13
        li      $a3, 4096
        jal     try                     # result 0

        la      $a0, board
        li      $a1, 14
        li      $a2, 13
        li      $a3, 8
        jal     try                     # result 1

        la      $a0, board
        li      $a1, 14
        li      $a2, 6
        li      $a3, 65535
        jal     try                     # result 0

        la      $a0, board
        li      $a1, 14
        li      $a2, 7
        li      $a3, 2
        jal     try                     # result 1

        la      $a0, board
        li      $a1, 2
        li      $a2, 7
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

# try: places a tile and prints the result.
#   $a0 = address of the board
#   $a1 = number of its fields
#   $a2 = index of the field
#   $a3 = value of the tile
# Changes what any call may change.
try:
        addiu   $sp, $sp, -24
        sw      $ra, 16($sp)

        jal     place
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        lw      $ra, 16($sp)
        addiu   $sp, $sp, 24
        jr      $ra

        .include "../test_utils.asm"
        .include "../../src/place.asm"
