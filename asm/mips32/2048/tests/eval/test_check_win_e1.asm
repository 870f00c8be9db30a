# Values whose bytes, sign or sum look like 2048, on a 5x3 board; and a 2048 between values above
# 32767.
#   jal run tests/eval/test_check_win_e1.asm

        .data
near:           .half   65535, 34816, 63488
                .half   0, 2049, 2047
                .half   1024, 1024, 10240
                .half   2304, 8, 2056
                .half   32768, 3000, 4096
large:          .half   40000, 65535
                .half   2048, 32768
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, near
        li      $a1, 15
        jal     try                     # result 0

        la      $a0, large
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
