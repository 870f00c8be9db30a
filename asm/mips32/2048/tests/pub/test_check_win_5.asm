# Fields are unsigned half-words. None of the first board is 2048, though single bytes or a
# sign might make it look so: 34816 = 0x8800, 63488 = 0xf800, 8 = 0x0008, 2056 = 0x0808.
#   jal run tests/pub/test_check_win_5.asm

        .data
odd:            .half   34816, 63488, 8
                .half   2056, 65535, 32768
won:            .half   34816, 63488, 8
                .half   2056, 65535, 2048
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, odd
        li      $a1, 6
        jal     try                     # result 0

        la      $a0, won
        li      $a1, 6
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
