# Tiles are unsigned half-words of any value: each differs from its neighbours, also where
# only one byte or the sign does.
#   jal run tests/pub/test_move_check_7.asm

        .data
row:            .word   0:4             # addresses of up to 4 fields
bytes:          .half   256, 1, 257, 512
signs:          .half   65535, 32767, 32768, 1
large:          .half   2048, 4096, 2048
equal:          .half   3, 65535, 65535
top:            .half   32768, 32768
low_zero:       .half   2, 0, 256
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, bytes
        li      $a1, 4
        jal     try                     # result 0

        la      $a0, signs
        li      $a1, 4
        jal     try                     # result 0

        la      $a0, large
        li      $a1, 3
        jal     try                     # result 0

        la      $a0, equal
        li      $a1, 3
        jal     try                     # result 1

        la      $a0, top
        li      $a1, 2
        jal     try                     # result 1

        la      $a0, low_zero
        li      $a1, 3
        jal     try                     # result 1: 256 is a tile

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
