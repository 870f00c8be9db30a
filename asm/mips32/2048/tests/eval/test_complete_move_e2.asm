# A whole 2x7 board moves to the right, row by row; then three of its columns move down.
#   jal run tests/eval/test_complete_move_e2.asm

        .data
row:    .word   0:7                     # addresses of up to 7 fields
board:  .half   5, 5, 0, 5, 10, 0, 10
        .half   0, 20, 5, 0, 5, 0, 20

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board+12
        li      $a1, -2
        li      $a2, 7
        jal     try                     # the row becomes 0 0 0 0 5 10 20

        la      $a0, board+26
        li      $a1, -2
        li      $a2, 7
        jal     try                     # the row becomes 0 0 0 0 20 10 20

        la      $a0, board+22
        li      $a1, -14
        li      $a2, 2
        jal     try                     # 20 5 stays

        la      $a0, board+24
        li      $a1, -14
        li      $a2, 2
        jal     try                     # 10 10 merges

        la      $a0, board+26
        li      $a1, -14
        li      $a2, 2
        jal     try                     # 20 20 merges

        la      $a0, board
        li      $a1, 2
        li      $a2, 7
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
