# A whole 3x4 board moves to the right, row by row, then down, column by column.
#   jal run tests/pub/test_complete_move_6.asm

        .data
row:    .word   0:4                     # addresses of up to 4 fields
board:  .half   2, 2, 0, 2
        .half   4, 0, 4, 0
        .half   2, 0, 4, 8

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board+6
        li      $a1, -2
        li      $a2, 4
        jal     try                     # row 0 from the right

        la      $a0, board+14
        li      $a1, -2
        li      $a2, 4
        jal     try                     # row 1 from the right

        la      $a0, board+22
        li      $a1, -2
        li      $a2, 4
        jal     try                     # row 2 from the right

        la      $a0, board
        li      $a1, 3
        li      $a2, 4
        jal     print_board_test

        la      $a0, board+16
        li      $a1, -8
        li      $a2, 3
        jal     try                     # column 0 from the bottom

        la      $a0, board+18
        li      $a1, -8
        li      $a2, 3
        jal     try                     # column 1 from the bottom

        la      $a0, board+20
        li      $a1, -8
        li      $a2, 3
        jal     try                     # column 2 from the bottom

        la      $a0, board+22
        li      $a1, -8
        li      $a2, 3
        jal     try                     # column 3 from the bottom

        la      $a0, board
        li      $a1, 3
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
