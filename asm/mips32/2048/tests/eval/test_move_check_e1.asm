# Columns of a 2x7 board from both ends, and its rows from the right.
#   jal run tests/eval/test_move_check_e1.asm

        .data
row:            .word   0:7             # addresses of up to 7 fields
board:          .half   2, 0, 5, 0, 60000, 7, 9
                .half   0, 3, 0, 0, 60000, 8, 4
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board+2
        li      $a1, 14
        li      $a2, 2
        jal     try                     # 1: 0 3

        la      $a0, board+4
        li      $a1, 14
        li      $a2, 2
        jal     try                     # 0: 5 0

        la      $a0, board+8
        li      $a1, 14
        li      $a2, 2
        jal     try                     # 1: 60000 60000

        la      $a0, board+10
        li      $a1, 14
        li      $a2, 2
        jal     try                     # 0: 7 8

        la      $a0, board+16
        li      $a1, -14
        li      $a2, 2
        jal     try                     # 0: 3 0

        la      $a0, board+18
        li      $a1, -14
        li      $a2, 2
        jal     try                     # 1: 0 5

        la      $a0, board+12
        li      $a1, -2
        li      $a2, 7
        jal     try                     # 1: 9 7 60000 0 5 0 2

        la      $a0, board+26
        li      $a1, -2
        li      $a2, 4
        jal     try                     # 0: 4 8 60000 0

        la      $a0, board
        li      $a1, 2
        li      $a2, 7
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

# try: prints whether a move would change a row or column.
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
        jal     move_check
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        lw      $s0, 16($sp)
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

        .include "../test_utils.asm"
        .include "../../src/move_check.asm"
