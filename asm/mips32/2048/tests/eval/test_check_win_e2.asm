# The last field of a 2x7 board is a 2048. It counts only if it is one of the fields that are
# given.
#   jal run tests/eval/test_check_win_e2.asm

        .data
board:          .half   3, 5, 7, 9, 11, 13, 15
                .half   17, 19, 21, 23, 25, 27, 2048
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board
        li      $a1, 14
        jal     try                     # result 1

        la      $a0, board
        li      $a1, 13
        jal     try                     # 0, without the last field

        la      $a0, board+2
        li      $a1, 13
        jal     try                     # 1, without the first field

        la      $a0, board
        li      $a1, 1
        jal     try                     # 0, the first field only

        la      $a0, board+26
        li      $a1, 1
        jal     try                     # 1, the last field only

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
