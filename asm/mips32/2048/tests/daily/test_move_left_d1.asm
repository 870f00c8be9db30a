# In a 5x3 board the left column moves down, the right one up; the middle one stays as it is.
# Equal tiles do not merge.
#   jal run tests/daily/test_move_left_d1.asm

        .data
row:    .word   0:5                     # addresses of the 5 fields
board:  .half   6, 0, 40000
        .half   0, 0, 0
        .half   0, 5, 40000
        .half   9, 0, 0
        .half   0, 5, 6

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board+24
        li      $a1, -6
        li      $a2, 5
        jal     try                     # the left column from the bottom

        la      $a0, board+4
        li      $a1, 6
        li      $a2, 5
        jal     try                     # the right column from the top

        la      $a0, board
        li      $a1, 5
        li      $a2, 3
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

# try: moves the tiles of a row or column as far as they go.
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
        jal     move_left

        lw      $s0, 16($sp)
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

        .include "../test_utils.asm"
        .include "../../src/move_left.asm"
