# Equal tiles do not merge.
#   jal run tests/pub/test_move_left_2.asm

        .data
row:    .word   0:5                     # addresses of up to 5 fields
gaps:   .half   2, 0, 2, 0, 2
pair:   .half   0, 0, 4, 4
outer:  .half   8, 0, 0, 8

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, gaps
        li      $a1, 5
        jal     try                     # 2 2 2 0 0

        la      $a0, pair
        li      $a1, 4
        jal     try                     # 4 4 0 0

        la      $a0, outer
        li      $a1, 4
        jal     try                     # 8 8 0 0

        li      $v0, 10                 # exit
        syscall

# try: moves the tiles of a row to the left and prints the row.
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
        jal     move_left

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
        .include "../../src/move_left.asm"
