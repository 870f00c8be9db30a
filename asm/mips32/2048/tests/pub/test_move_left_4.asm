# Rows that a move does not change stay as they are: full, packed, empty. The last row does
# move.
#   jal run tests/pub/test_move_left_4.asm

        .data
row:    .word   0:4                     # addresses of up to 4 fields
full:   .half   2, 4, 2, 4
packed: .half   8, 4, 0, 0
empty:  .half   0, 0, 0, 0
moving: .half   0, 0, 8, 4

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, full
        li      $a1, 4
        jal     try

        la      $a0, packed
        li      $a1, 4
        jal     try

        la      $a0, empty
        li      $a1, 4
        jal     try

        la      $a0, moving
        li      $a1, 4
        jal     try                     # 8 4 0 0

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
