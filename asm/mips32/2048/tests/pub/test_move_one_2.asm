# Tiles move by one field only, and all of them at the same time.
#   jal run tests/pub/test_move_one_2.asm

        .data
row:            .word   0:6             # addresses of up to 6 fields
two_gaps:       .half   0, 2, 0, 4
far:            .half   0, 0, 2
wide:           .half   2, 0, 0, 2
block:          .half   0, 2, 4, 8
last:           .half   0, 0, 0, 2
three_gaps:     .half   0, 2, 0, 4, 0, 8
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, two_gaps
        li      $a1, 4
        jal     try                     # 2 0 4 0

        la      $a0, far
        li      $a1, 3
        jal     try                     # 0 2 0

        la      $a0, wide
        li      $a1, 4
        jal     try                     # 2 0 2 0

        la      $a0, block
        li      $a1, 4
        jal     try                     # 2 4 8 0

        la      $a0, last
        li      $a1, 4
        jal     try                     # 0 0 2 0

        la      $a0, three_gaps
        li      $a1, 6
        jal     try                     # 2 0 4 0 8 0

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
