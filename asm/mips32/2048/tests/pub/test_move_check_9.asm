# move_check keeps the saved registers of its caller.
#   jal run tests/pub/test_move_check_9.asm

        .data
row:            .word   0:3             # addresses of the 3 fields
board:          .half   4, 8, 8
text_result:    .asciiz "result: "
text_saved:     .asciiz "sum of the saved registers: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board              # the row from left to right
        li      $a1, 2
        li      $a2, 3
        la      $a3, row
        jal     make_row

        li      $s0, 1000               # values that the call must keep
        li      $s1, 200
        li      $s2, 30
        li      $s3, 20
        li      $s4, 10
        li      $s5, 3
        li      $s6, 2
        li      $s7, 1

        la      $a0, row
        li      $a1, 3
        jal     move_check

        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        addu    $a1, $s0, $s1           # 1266 if all of them are kept
        addu    $a1, $a1, $s2
        addu    $a1, $a1, $s3
        addu    $a1, $a1, $s4
        addu    $a1, $a1, $s5
        addu    $a1, $a1, $s6
        addu    $a1, $a1, $s7
        la      $a0, text_saved
        jal     print_labelled

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/move_check.asm"
