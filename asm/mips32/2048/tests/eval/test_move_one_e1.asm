# A row of a 2x7 board from the right, then columns of two fields from both ends.
#   jal run tests/eval/test_move_one_e1.asm

        .data
row:            .word   0:7             # addresses of up to 7 fields
board:          .half   1, 0, 2, 0, 0, 3, 0
                .half   0, 4, 0, 5, 6, 0, 0
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board+12
        li      $a1, -2
        li      $a2, 7
        jal     try                     # 1: the row becomes 0 1 0 2 0 0 3

        la      $a0, board+2
        li      $a1, 14
        li      $a2, 2
        jal     try                     # 0: 1 4

        la      $a0, board+20
        li      $a1, -14
        li      $a2, 2
        jal     try                     # 0: 5 2

        la      $a0, board+8
        li      $a1, 14
        li      $a2, 2
        jal     try                     # 1: 0 6

        la      $a0, board+26
        li      $a1, -14
        li      $a2, 2
        jal     try                     # 1: 0 3

        la      $a0, board
        li      $a1, 2
        li      $a2, 7
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

# try: moves the tiles of a row or column by one field and prints the result.
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
        jal     move_one
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        lw      $s0, 16($sp)
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

        .include "../test_utils.asm"
        .include "../../src/move_one.asm"
