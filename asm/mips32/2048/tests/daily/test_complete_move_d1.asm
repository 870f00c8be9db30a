# Rows of 2, 9 and 16 fields.
#   jal run tests/daily/test_complete_move_d1.asm

        .data
row:            .word   0:16            # addresses of up to 16 fields
sixteen:        .half   3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3
nine:           .half   0, 7, 0, 7, 0, 14, 0, 0, 14
two:            .half   0, 60000
equal:          .half   30000, 30000

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, sixteen
        li      $a1, 16
        jal     try                     # eight merges

        la      $a0, nine
        li      $a1, 9
        jal     try                     # 14 28: the new tile does not merge

        la      $a0, two
        li      $a1, 2
        jal     try                     # 60000 0

        la      $a0, equal
        li      $a1, 2
        jal     try                     # 60000 0

        li      $v0, 10                 # exit
        syscall

# try: makes the whole move of a row and prints the row.
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
        jal     complete_move

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
        .include "../../src/complete_move.asm"
