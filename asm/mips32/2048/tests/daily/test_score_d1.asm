# complete_move: three equal tiles, a row of nine, no merge, and a worth above 65535.
#   jal run tests/daily/test_score_d1.asm

        .data
row:            .word   0:9             # addresses of up to 9 fields
three:          .half   2, 2, 2
nine:           .half   5, 0, 5, 5, 0, 0, 5, 5, 5
none:           .half   1, 2
large:          .half   0, 30000, 30000, 30000, 30000
text_merges:    .asciiz "merges: "
text_worth:     .asciiz "worth: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, three
        li      $a1, 3
        jal     try                     # merges 1, worth 4

        la      $a0, nine
        li      $a1, 9
        jal     try                     # merges 3, worth 30

        la      $a0, none
        li      $a1, 2
        jal     try                     # merges 0, worth 0

        la      $a0, large
        li      $a1, 5
        jal     try                     # merges 2, worth 120000

        li      $v0, 10                 # exit
        syscall

# try: makes the whole move of a row and prints the results and the row.
#   $a0 = address of the first field
#   $a1 = number of fields
# Changes what any call may change.
try:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s2, 24($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0                # $s0 = the row
        move    $s1, $a1                # $s1 = its fields

        li      $a1, 2                  # from left to right
        move    $a2, $s1
        la      $a3, row
        jal     make_row

        la      $a0, row
        move    $a1, $s1
        jal     complete_move
        move    $s2, $v1                # the next call may change $v1
        move    $a1, $v0
        la      $a0, text_merges
        jal     print_labelled
        la      $a0, text_worth
        move    $a1, $s2
        jal     print_labelled

        move    $a0, $s0
        li      $a1, 1
        move    $a2, $s1
        jal     print_board_test

        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $s2, 24($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra

        .include "../test_utils.asm"
        .include "../../src/complete_move.asm"
