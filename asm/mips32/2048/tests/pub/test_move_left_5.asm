# Columns of a 4x3 board move up; the middle one stays as it is.
#   jal run tests/pub/test_move_left_5.asm

        .data
row:    .word   0:4                     # addresses of up to 4 fields
board:  .half   0, 2, 0
        .half   2, 0, 0
        .half   0, 4, 0
        .half   4, 0, 8

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board
        li      $a1, 6
        li      $a2, 4
        jal     try                     # the left column

        la      $a0, board+4
        li      $a1, 6
        li      $a2, 4
        jal     try                     # the right column

        la      $a0, board
        li      $a1, 4
        li      $a2, 3
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

# try: moves the tiles of a row or column to the left.
#   $a0 = address of the first field
#   $a1 = step to the next field in bytes
#   $a2 = number of fields
# Changes what any call may change.
try:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a2                # $s0 = number of fields

        la      $a3, row
        jal     make_row

        la      $a0, row
        move    $a1, $s0
        jal     move_left

        lw      $s0, 16($sp)
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

        .include "../test_utils.asm"
        .include "../../src/move_left.asm"
