# New tiles are beside their equals after the move, but do not merge again.
#   jal run tests/eval/test_complete_move_e1.asm

        .data
row:    .word   0:16                    # addresses of up to 16 fields
stairs: .half   2, 2, 4, 8
behind: .half   4, 2, 2, 0
pairs:  .half   1, 1, 1, 1, 2, 2
gaps:   .half   8, 0, 8, 0, 16, 32
three:  .half   9, 0, 0, 9, 9
far:    .half   1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, stairs
        li      $a1, 4
        jal     try                     # 4 4 8 0

        la      $a0, behind
        li      $a1, 4
        jal     try                     # 4 4 0 0

        la      $a0, pairs
        li      $a1, 6
        jal     try                     # 2 2 4 0 0 0

        la      $a0, gaps
        li      $a1, 6
        jal     try                     # 16 16 32 0 0 0

        la      $a0, three
        li      $a1, 5
        jal     try                     # 18 9 0 0 0

        la      $a0, far
        li      $a1, 16
        jal     try                     # 2 and 15 empty fields

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
