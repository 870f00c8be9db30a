# In a 5x3 board the left column merges from the bottom, the middle one from the top; the right
# one stays as it is.
#   jal run tests/eval/test_merge_e2.asm

        .data
row:    .word   0:5                     # addresses of the 5 fields
board:  .half   10, 3, 7
        .half   10, 3, 7
        .half   10, 6, 9
        .half   20, 6, 7
        .half   20, 6, 7

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board+24
        li      $a1, -6
        li      $a2, 5
        jal     try                     # 20 20 10 10 10

        la      $a0, board+2
        li      $a1, 6
        li      $a2, 5
        jal     try                     # 3 3 6 6 6

        la      $a0, board
        li      $a1, 5
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
