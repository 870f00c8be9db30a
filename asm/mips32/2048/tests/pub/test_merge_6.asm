# A row seen from the right and a column seen from the bottom: the pair nearest to that side
# merges first.
#   jal run tests/pub/test_merge_6.asm

        .data
row:    .word   0:4                     # addresses of up to 4 fields
board:  .half   2, 2, 2
        .half   4, 8, 16
        .half   4, 32, 64
        .half   4, 2, 2

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board+4
        li      $a1, -2
        li      $a2, 3
        jal     try                     # the upper row from the right

        la      $a0, board+18
        li      $a1, -6
        li      $a2, 4
        jal     try                     # the left column from the bottom

        la      $a0, board
        li      $a1, 4
        li      $a2, 3
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

# try: merges the tiles of a row or column.
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
        jal     merge

        lw      $s0, 16($sp)
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

        .include "../test_utils.asm"
        .include "../../src/merge.asm"
