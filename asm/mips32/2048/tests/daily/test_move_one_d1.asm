# Rows of 2, 9 and 16 fields, with any values.
#   jal run tests/daily/test_move_one_d1.asm

        .data
row:            .word   0:16            # addresses of up to 16 fields
nine:           .half   0, 3, 0, 0, 5, 0, 7, 0, 9
sixteen:        .half   1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 40000
two:            .half   0, 65535
packed:         .half   65535, 0
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, nine
        li      $a1, 9
        jal     try                     # 3 0 0 5 0 7 0 9 0

        la      $a0, sixteen
        li      $a1, 16
        jal     try                     # only the last one moves

        la      $a0, two
        li      $a1, 2
        jal     try                     # result 1

        la      $a0, packed
        li      $a1, 2
        jal     try                     # result 0

        li      $v0, 10                 # exit
        syscall

# try: moves the tiles of a row by one field and prints the result and the row.
#   $a0 = address of the first field
#   $a1 = number of fields
# Changes what any call may change.
try:
        addiu   $sp, $sp, -32
        sw      $ra, 24($sp)
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
        jal     move_one
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        move    $a0, $s0
        li      $a1, 1
        move    $a2, $s1
        jal     print_board_test

        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $ra, 24($sp)
        addiu   $sp, $sp, 32
        jr      $ra

        .include "../test_utils.asm"
        .include "../../src/move_one.asm"
