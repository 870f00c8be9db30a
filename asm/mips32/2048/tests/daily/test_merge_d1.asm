# Three equal tiles, large tiles, tiles that nearly are equal, and a row of nine.
#   jal run tests/daily/test_merge_d1.asm

        .data
row:            .word   0:9             # addresses of up to 9 fields
three:          .half   21, 21, 21
large:          .half   32767, 32767
unequal:        .half   40000, 40001
nine:           .half   5, 5, 5, 5, 0, 5, 5, 10, 10

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, three
        li      $a1, 3
        jal     try                     # 42 0 21

        la      $a0, large
        li      $a1, 2
        jal     try                     # 65534 0

        la      $a0, unequal
        li      $a1, 2
        jal     try                     # no merge

        la      $a0, nine
        li      $a1, 9
        jal     try                     # 10 0 10 0 0 10 0 20 0

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
