# Of three equal tiles only the first two merge: 2 2 2 becomes 4 0 2.
#   jal run tests/student/test_merge_three.asm
#
# A test is a program that prints something, here test_merge_three.asm, and a file of the same name
# with what it should print, here test_merge_three.ref. Both have to agree in every character.
# Write your own tests like this one.

        .data
row:    .word   0:3                     # addresses of the 3 fields
board:  .half   2, 2, 2

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board              # the subroutines take a row as an array of addresses:
        li      $a1, 2                  # make_row writes it
        li      $a2, 3
        la      $a3, row
        jal     make_row

        la      $a0, row
        li      $a1, 3
        jal     merge

        la      $a0, board
        li      $a1, 1                  # one row
        li      $a2, 3                  # of three fields
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/merge.asm"
