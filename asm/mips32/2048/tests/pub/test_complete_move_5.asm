# A whole 4x4 board moves up, column by column.
#   jal run tests/pub/test_complete_move_5.asm

        .data
row:    .word   0:4                     # addresses of up to 4 fields
board:  .half   2, 0, 2, 4
        .half   2, 4, 0, 4
        .half   4, 4, 2, 8
        .half   0, 8, 2, 8

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board
        li      $a1, 8
        li      $a2, 4
        jal     try                     # column 0

        la      $a0, board+2
        li      $a1, 8
        li      $a2, 4
        jal     try                     # column 1

        la      $a0, board+4
        li      $a1, 8
        li      $a2, 4
        jal     try                     # column 2

        la      $a0, board+6
        li      $a1, 8
        li      $a2, 4
        jal     try                     # column 3

        la      $a0, board
        li      $a1, 4
        li      $a2, 4
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

# try: makes the whole move of a row or column.
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
        jal     complete_move

        lw      $s0, 16($sp)
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

        .include "../test_utils.asm"
        .include "../../src/complete_move.asm"
