# A tile far from the left edge can move, wherever the gap is.
#   jal run tests/pub/test_move_check_5.asm

        .data
row:            .word   0:5             # addresses of up to 5 fields
far:            .half   0, 0, 0, 0, 2
first:          .half   0, 2
begin:          .half   0, 2, 4, 8
gap:            .half   2, 0, 2
wide:           .half   4, 0, 0, 2
end:            .half   4, 2, 0, 0
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, far
        li      $a1, 5
        jal     try                     # result 1

        la      $a0, first
        li      $a1, 2
        jal     try                     # result 1

        la      $a0, begin
        li      $a1, 4
        jal     try                     # result 1

        la      $a0, gap
        li      $a1, 3
        jal     try                     # result 1: also between equal tiles

        la      $a0, wide
        li      $a1, 4
        jal     try                     # result 1

        la      $a0, end
        li      $a1, 4
        jal     try                     # result 0

        li      $v0, 10                 # exit
        syscall

# try: prints whether a move would change a row, and prints the row.
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
        jal     move_check
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
        .include "../../src/move_check.asm"
