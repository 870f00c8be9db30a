# Only a tile of exactly 2048 wins: neither its neighbours nor larger tiles nor a sum of
# 2048 do.
#   jal run tests/pub/test_check_win_2.asm

        .data
empty:          .half   0, 0
                .half   0, 0
sum:            .half   1024, 1024
                .half   512, 512
close:          .half   2047, 2049
                .half   2046, 2050
larger:         .half   4096, 8192
                .half   16384, 32768
won:            .half   2047, 2049
                .half   2048, 4096
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, empty
        li      $a1, 4
        jal     try                     # result 0

        la      $a0, sum
        li      $a1, 4
        jal     try                     # result 0

        la      $a0, close
        li      $a1, 4
        jal     try                     # result 0

        la      $a0, larger
        li      $a1, 4
        jal     try                     # result 0

        la      $a0, won
        li      $a1, 4
        jal     try                     # result 1

        li      $v0, 10                 # exit
        syscall

# try: prints whether a board is won.
#   $a0 = address of the board
#   $a1 = number of its fields
# Changes what any call may change.
try:
        addiu   $sp, $sp, -24
        sw      $ra, 16($sp)

        jal     check_victory
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        lw      $ra, 16($sp)
        addiu   $sp, $sp, 24
        jr      $ra

        .include "../test_utils.asm"
        .include "../../src/check_victory.asm"
