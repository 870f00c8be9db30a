# Tiles keep their value, whatever it is, and equal tiles stay apart.
#   jal run tests/pub/test_move_one_7.asm

        .data
row:            .word   0:5             # addresses of up to 5 fields
large:          .half   0, 65535, 0, 32768
bytes:          .half   0, 256, 1, 255
equal:          .half   2, 0, 2, 2
low_zero:       .half   256, 2, 512, 0, 4
odd:            .half   3, 0, 7, 9999
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, large
        li      $a1, 4
        jal     try                     # 65535 0 32768 0

        la      $a0, bytes
        li      $a1, 4
        jal     try                     # 256 1 255 0

        la      $a0, equal
        li      $a1, 4
        jal     try                     # 2 2 2 0

        la      $a0, low_zero
        li      $a1, 5
        jal     try                     # 256 2 512 4 0

        la      $a0, odd
        li      $a1, 4
        jal     try                     # 3 7 9999 0

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
