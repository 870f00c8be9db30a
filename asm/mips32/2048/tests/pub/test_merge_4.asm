# Rows of 2 to 8 fields.
#   jal run tests/pub/test_merge_4.asm

        .data
row:    .word   0:8                     # addresses of up to 8 fields
two:    .half   2, 2
three:  .half   4, 2, 2
four:   .half   8, 8, 8, 2
five:   .half   2, 4, 8, 16, 16
six:    .half   2, 2, 4, 4, 8, 8
seven:  .half   2, 4, 4, 4, 4, 2, 2
eight:  .half   2, 2, 2, 2, 2, 2, 2, 2

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, two
        li      $a1, 2
        jal     try                     # 4 0

        la      $a0, three
        li      $a1, 3
        jal     try                     # 4 4 0

        la      $a0, four
        li      $a1, 4
        jal     try                     # 16 0 8 2

        la      $a0, five
        li      $a1, 5
        jal     try                     # 2 4 8 32 0

        la      $a0, six
        li      $a1, 6
        jal     try                     # 4 0 8 0 16 0

        la      $a0, seven
        li      $a1, 7
        jal     try                     # 2 8 0 8 0 4 0

        la      $a0, eight
        li      $a1, 8
        jal     try                     # 4 0 4 0 4 0 4 0

        li      $v0, 10                 # exit
        syscall

# try: merges the tiles of a row and prints the row.
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
        jal     merge

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
        .include "../../src/merge.asm"
