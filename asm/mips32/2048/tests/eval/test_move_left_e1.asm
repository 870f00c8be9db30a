# Rows of 2, 9 and 16 fields: one tile with the longest way, many gaps, no gap, no tile.
#   jal run tests/eval/test_move_left_e1.asm

        .data
row:    .word   0:16                    # addresses of up to 16 fields
far:    .half   0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 65535
gaps:   .half   0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8
full:   .half   9, 9, 9, 8, 8, 8, 7, 7, 7
empty:  .half   0, 0
two:    .half   0, 3

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, far
        li      $a1, 16
        jal     try                     # the tile moves by 15 fields

        la      $a0, gaps
        li      $a1, 16
        jal     try                     # 1 2 3 4 5 6 7 8 and no more

        la      $a0, full
        li      $a1, 9
        jal     try                     # stays as it is

        la      $a0, empty
        li      $a1, 2
        jal     try                     # 0 0

        la      $a0, two
        li      $a1, 2
        jal     try                     # 3 0

        li      $v0, 10                 # exit
        syscall

# try: moves the tiles of a row as far as they go and prints the row.
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
