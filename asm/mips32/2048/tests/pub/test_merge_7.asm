# Any values merge, including odd and large ones, and unequal ones do not, also where only one
# byte or the sign differs.
#   jal run tests/pub/test_merge_7.asm

        .data
row:            .word   0:4             # addresses of up to 4 fields
odd:            .half   3, 3, 5, 5
ones:           .half   1, 1, 1, 2
large:          .half   16384, 16384, 32768
largest:        .half   32767, 32767, 65535
bytes:          .half   256, 1, 257, 512
win:            .half   1024, 1024, 2048, 4096

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, odd
        li      $a1, 4
        jal     try                     # 6 0 10 0

        la      $a0, ones
        li      $a1, 4
        jal     try                     # 2 0 1 2

        la      $a0, large
        li      $a1, 3
        jal     try                     # 32768 0 32768

        la      $a0, largest
        li      $a1, 3
        jal     try                     # 65534 0 65535

        la      $a0, bytes
        li      $a1, 4
        jal     try                     # as it is

        la      $a0, win
        li      $a1, 4
        jal     try                     # 2048 0 2048 4096

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
