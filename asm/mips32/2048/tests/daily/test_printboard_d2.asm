# printboard keeps the saved registers and the stack pointer of its caller, relies on no other
# register, and does not change the board.
#   jal run tests/daily/test_printboard_d2.asm

        .data
stack:          .word   0               # the stack pointer before the call
board:          .half   0, 1, 0, 1
                .half   16, 0, 16, 0
                .half   0, 256, 0, 256
                .half   4096, 0, 4096, 0
copy:           .half   0, 1, 0, 1
                .half   16, 0, 16, 0
                .half   0, 256, 0, 256
                .half   4096, 0, 4096, 0
text_saved:     .asciiz "saved registers kept: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        li      $s0, 100100             # values that the call must keep
        li      $s1, 100101
        li      $s2, 100102
        li      $s3, 100103
        li      $s4, 100104
        li      $s5, 100105
        li      $s6, 100106
        li      $s7, 100107
        sw      $sp, stack              # it must keep the stack pointer, too

        li      $t0, -101               # junk, on which nothing may rely
        li      $t1, -102
        li      $t2, -103
        li      $t3, -104
        li      $t4, -105
        li      $t5, -106
        li      $t6, -107
        li      $t7, -108
        li      $t8, -109
        li      $t9, -110
        li      $v0, -111
        li      $v1, -112
        li      $a1, -113
        li      $a2, -114
        li      $a3, -115

        la      $a0, board
        jal     printboard

        li      $t0, 100100             # is every one of them as it was?
        bne     $s0, $t0, lost
        li      $t0, 100101
        bne     $s1, $t0, lost
        li      $t0, 100102
        bne     $s2, $t0, lost
        li      $t0, 100103
        bne     $s3, $t0, lost
        li      $t0, 100104
        bne     $s4, $t0, lost
        li      $t0, 100105
        bne     $s5, $t0, lost
        li      $t0, 100106
        bne     $s6, $t0, lost
        li      $t0, 100107
        bne     $s7, $t0, lost
        lw      $t0, stack
        bne     $sp, $t0, lost
        li      $a1, 1
        j       tell

lost:
        li      $a1, 0

tell:
        la      $a0, text_saved
        jal     print_labelled

        la      $a0, board              # the board is as before
        la      $a1, copy
        li      $a2, 16
        jal     assert_eq_board

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/printboard.asm"
