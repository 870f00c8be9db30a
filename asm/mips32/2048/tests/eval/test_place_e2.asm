# A board of one field, and a full 2x2 board whose tiles have single bits only.
#   jal run tests/eval/test_place_e2.asm

        .data
one:            .half   0
full:           .half   32768, 512
                .half   256, 1
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, one
        li      $a1, 1
        li      $a2, 0
        li      $a3, 65535
        jal     try                     # result 0

        la      $a0, one
        li      $a1, 1
        li      $a2, 0
        li      $a3, 1
        jal     try                     # result 1

        la      $a0, full
        li      $a1, 4
        li      $a2, 0
        li      $a3, 3
        jal     try                     # result 1

        la      $a0, full
        li      $a1, 4
        li      $a2, 1
        li      $a3, 3
        jal     try                     # result 1

        la      $a0, full
        li      $a1, 4
        li      $a2, 2
        li      $a3, 3
        jal     try                     # result 1

        la      $a0, full
        li      $a1, 4
        li      $a2, 3
        li      $a3, 3
        jal     try                     # result 1

        la      $a0, one
        li      $a1, 1
        li      $a2, 1
        jal     print_board_test

        la      $a0, full
        li      $a1, 2
        li      $a2, 2
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
