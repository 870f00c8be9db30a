# Rows of 2 to 16 fields: equal tiles, new tiles beside their equals, gaps, values of which only
# one bit differs, and tiles above 32767, of whose sum a half-word holds the low 16 bits.
#   jal run tests/eval/test_merge_e1.asm

        .data
row:            .word   0:16            # addresses of up to 16 fields
sixteen:        .half   7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7
nine:           .half   2, 2, 4, 8, 16, 16, 32, 32, 64
gaps:           .half   0, 0, 3, 0, 3, 3, 0, 0
bits:           .half   49152, 16384
single:         .half   32768, 0
large:          .half   40000, 40000, 40000

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, sixteen
        li      $a1, 16
        jal     try                     # eight merges

        la      $a0, nine
        li      $a1, 9
        jal     try                     # 4 0 4 8 32 0 64 0 64

        la      $a0, gaps
        li      $a1, 8
        jal     try                     # 0 0 3 0 6 0 0 0

        la      $a0, bits
        li      $a1, 2
        jal     try                     # no merge

        la      $a0, single
        li      $a1, 2
        jal     try                     # no merge

        la      $a0, large
        li      $a1, 3
        jal     try                     # 80000 - 65536 is 14464

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
