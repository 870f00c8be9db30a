# Empty and nearly empty rows, and tiles of single bits.
#   jal run tests/eval/test_move_check_e2.asm

        .data
row:            .word   0:16            # addresses of up to 16 fields
empty:          .half   0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
first:          .half   5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
last:           .half   0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5
nine:           .half   1, 2, 3, 4, 5, 6, 7, 8, 0
top:            .half   0, 32768
top_left:       .half   32768, 0
bytes:          .half   1, 257
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, empty
        li      $a1, 16
        jal     try                     # result 0

        la      $a0, first
        li      $a1, 16
        jal     try                     # result 0

        la      $a0, last
        li      $a1, 16
        jal     try                     # result 1

        la      $a0, nine
        li      $a1, 9
        jal     try                     # result 0

        la      $a0, top
        li      $a1, 2
        jal     try                     # result 1

        la      $a0, top_left
        li      $a1, 2
        jal     try                     # result 0

        la      $a0, bytes
        li      $a1, 2
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
