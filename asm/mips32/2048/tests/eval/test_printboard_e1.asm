# Every number has four digits.
#   jal run tests/eval/test_printboard_e1.asm

        .data
board:  .half   1024, 2048, 4096, 8192
        .half   9999, 1000, 1001, 9990
        .half   5000, 5005, 5050, 5500
        .half   1111, 2222, 3333, 4444

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board
        jal     printboard

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/printboard.asm"
