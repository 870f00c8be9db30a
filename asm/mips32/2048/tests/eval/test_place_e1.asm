# The first, a middle and the last field of a 5x3 board. The empty half-words right before and
# right after it stay empty.
#   jal run tests/eval/test_place_e1.asm

        .data
before:         .half   0               # not part of the board
board:          .half   0, 0, 0
                .half   0, 0, 0
                .half   0, 0, 0
                .half   0, 0, 0
                .half   0, 0, 0
behind:         .half   0               # not part of the board
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board
        li      $a1, 15
        li      $a2, 14
        li      $a3, 99
        jal     try                     # result 0

        la      $a0, board
        li      $a1, 15
        li      $a2, 0
        li      $a3, 77
        jal     try                     # result 0

        la      $a0, board
        li      $a1, 15
        li      $a2, 14
        li      $a3, 1
        jal     try                     # result 1

        la      $a0, board
        li      $a1, 15
        li      $a2, 0
        li      $a3, 77
        jal     try                     # result 1

        la      $a0, board
        li      $a1, 15
        li      $a2, 7
        li      $a3, 12345
        jal     try                     # result 0

        la      $a0, before             # the board with both neighbours
        li      $a1, 1
        li      $a2, 17
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
