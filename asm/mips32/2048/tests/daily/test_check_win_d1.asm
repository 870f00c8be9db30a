# Boards of one field, and boards of 2x7 fields with a 2048 in the last but one or with none.
#   jal run tests/daily/test_check_win_d1.asm

        .data
one:            .half   2048
one_none:       .half   4
wide:           .half   2, 4, 8, 16, 32, 64, 128
                .half   0, 0, 0, 0, 0, 2048, 2
wide_none:      .half   1024, 1024, 0, 2, 4, 8, 16
                .half   32, 64, 128, 256, 512, 4096, 2047
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, one
        li      $a1, 1
        jal     try                     # result 1

        la      $a0, one_none
        li      $a1, 1
        jal     try                     # result 0

        la      $a0, wide
        li      $a1, 14
        jal     try                     # result 1

        la      $a0, wide_none
        li      $a1, 14
        jal     try                     # result 0

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
