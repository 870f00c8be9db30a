# Only neighbours merge, and empty fields are not tiles.
#   jal run tests/pub/test_merge_3.asm

        .data
row:            .word   0:5             # addresses of up to 5 fields
apart:          .half   2, 0, 2
zeros:          .half   0, 0, 0, 0
mixed:          .half   4, 0, 0, 4
different:      .half   2, 4, 2, 4
end:            .half   0, 0, 2, 2
gap:            .half   2, 2, 0, 2, 2

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, apart
        li      $a1, 3
        jal     try                     # as it is

        la      $a0, zeros
        li      $a1, 4
        jal     try                     # as it is

        la      $a0, mixed
        li      $a1, 4
        jal     try                     # as it is

        la      $a0, different
        li      $a1, 4
        jal     try                     # as it is

        la      $a0, end
        li      $a1, 4
        jal     try                     # 0 0 4 0

        la      $a0, gap
        li      $a1, 5
        jal     try                     # 4 0 0 4 0

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
