# check_victory keeps the saved registers of its caller.
#   jal run tests/pub/test_check_win_6.asm

        .data
board:          .half   0, 2
                .half   4, 2048
                .half   8, 0
text_result:    .asciiz "result: "
text_saved:     .asciiz "sum of the saved registers: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        li      $s0, 1000               # values that the call must keep
        li      $s1, 200
        li      $s2, 30
        li      $s3, 20
        li      $s4, 10
        li      $s5, 3
        li      $s6, 2
        li      $s7, 1

        la      $a0, board
        li      $a1, 6
        jal     check_victory
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
        .include "../../src/check_victory.asm"
