# A field is occupied also if only one of its two bytes is not zero: 256 = 0x0100,
# 32768 = 0x8000, 1 = 0x0001.
#   jal run tests/pub/test_place_5.asm

        .data
board:          .half   256, 32768, 1
                .half   255, 0, 65535
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        li      $a0, 0
        li      $a1, 2
        jal     try                     # result 1

        li      $a0, 1
        li      $a1, 2
        jal     try                     # result 1

        li      $a0, 2
        li      $a1, 2
        jal     try                     # result 1

        li      $a0, 3
        li      $a1, 2
        jal     try                     # result 1

        li      $a0, 4
        li      $a1, 2
        jal     try                     # result 0: the only empty field

        li      $a0, 5
        li      $a1, 2
        jal     try                     # result 1

        la      $a0, board
        li      $a1, 2
        li      $a2, 3
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

# try: places a tile on the board and prints the result of place.
#   $a0 = index of the field
#   $a1 = value of the tile
# Changes what any call may change.
try:
        addiu   $sp, $sp, -24
        sw      $ra, 16($sp)

        move    $a2, $a0
        move    $a3, $a1
        la      $a0, board
        li      $a1, 6
        jal     place
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        lw      $ra, 16($sp)
        addiu   $sp, $sp, 24
        jr      $ra

        .include "../test_utils.asm"
        .include "../../src/place.asm"
