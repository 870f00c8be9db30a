# complete_move: the columns of a 4x4 board, as in a move down.
#   jal run tests/pub/test_score_6.asm

        .data
row:            .word   0:4             # addresses of up to 4 fields
board:          .half   2, 4, 0, 8
                .half   2, 4, 2, 8
                .half   2, 0, 0, 16
                .half   2, 4, 4, 16
text_merges:    .asciiz "merges: "
text_worth:     .asciiz "worth: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board+24
        li      $a1, -8
        li      $a2, 4
        jal     try                     # column 0 from the bottom

        la      $a0, board+26
        li      $a1, -8
        li      $a2, 4
        jal     try                     # column 1 from the bottom

        la      $a0, board+28
        li      $a1, -8
        li      $a2, 4
        jal     try                     # column 2 from the bottom

        la      $a0, board+30
        li      $a1, -8
        li      $a2, 4
        jal     try                     # column 3 from the bottom

        la      $a0, board
        li      $a1, 4
        li      $a2, 4
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

# try: makes the whole move of a row or column and prints the results.
#   $a0 = address of the first field
#   $a1 = step to the next field in bytes
#   $a2 = number of fields
# Changes what any call may change.
try:
        addiu   $sp, $sp, -32
        sw      $ra, 24($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a2                # $s0 = number of fields

        la      $a3, row
        jal     make_row

        la      $a0, row
        move    $a1, $s0
        jal     complete_move
        move    $s1, $v1                # the next call may change $v1
        move    $a1, $v0
        la      $a0, text_merges
        jal     print_labelled
        la      $a0, text_worth
        move    $a1, $s1
        jal     print_labelled

        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $ra, 24($sp)
        addiu   $sp, $sp, 32
        jr      $ra

        .include "../test_utils.asm"
        .include "../../src/complete_move.asm"
