# Any positive value of 16 bits is a tile, including odd and large ones.
#   jal run tests/pub/test_place_4.asm

        .data
board:          .half   0, 0, 0
                .half   0, 0, 0
                .half   0, 0, 0
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        li      $a0, 0
        li      $a1, 3
        jal     try

        li      $a0, 4
        li      $a1, 32768
        jal     try

        li      $a0, 8
        li      $a1, 65535
        jal     try

        li      $a0, 7
        li      $a1, 2048
        jal     try

        la      $a0, board
        li      $a1, 3
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
        li      $a1, 9
        jal     place
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        lw      $ra, 16($sp)
        addiu   $sp, $sp, 24
        jr      $ra

        .include "../test_utils.asm"
        .include "../../src/place.asm"
