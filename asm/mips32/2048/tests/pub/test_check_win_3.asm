# The 2048 may be in any field, also in the first and in the last one, of boards of any
# size.
#   jal run tests/pub/test_check_win_3.asm

        .data
first:          .half   2048, 0
                .half   0, 0
last:           .half   2, 4, 8
                .half   16, 32, 2048
middle:         .half   0, 0
                .half   2048, 0
                .half   0, 0
everywhere:     .half   2048, 2048
                .half   2048, 2048
large:          .half   2, 2, 2, 2, 2, 2, 2, 2
                .half   2, 2, 2, 2, 2, 2, 2, 2
                .half   2, 2, 2, 2, 2, 2, 2, 2
                .half   2, 2, 2, 2, 2, 2, 2, 2
                .half   4, 4, 4, 4, 4, 4, 4, 4
                .half   4, 4, 4, 4, 4, 4, 4, 4
                .half   4, 4, 4, 4, 4, 4, 4, 4
                .half   2, 2, 2, 2, 2, 2, 2, 2048
none:           .half   2, 4, 8
                .half   16, 32, 64
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, first
        li      $a1, 4
        jal     try                     # result 1

        la      $a0, last
        li      $a1, 6
        jal     try                     # result 1

        la      $a0, middle
        li      $a1, 6
        jal     try                     # result 1

        la      $a0, everywhere
        li      $a1, 4
        jal     try                     # result 1

        la      $a0, large
        li      $a1, 64
        jal     try                     # 1, in field 63

        la      $a0, none
        li      $a1, 6
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
