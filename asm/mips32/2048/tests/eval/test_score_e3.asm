# complete_move gives both results to a caller whose registers it keeps; it relies on no other
# register.
#   jal run tests/eval/test_score_e3.asm

        .data
row:            .word   0:8             # addresses of the 8 fields
results:        .word   0:2             # number and worth of the merges
stack:          .word   0               # the stack pointer before the call
board:          .half   0, 0, 7, 7, 0, 7, 7, 14
text_merges:    .asciiz "merges: "
text_worth:     .asciiz "worth: "
text_saved:     .asciiz "saved registers kept: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board              # the row from left to right
        li      $a1, 2
        li      $a2, 8
        la      $a3, row
        jal     make_row

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
        li      $a2, -113
        li      $a3, -114

        la      $a0, row
        li      $a1, 8
        jal     complete_move
        sw      $v0, results            # the next call may change $v0 and $v1
        sw      $v1, results+4

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

        lw      $a1, results
        la      $a0, text_merges
        jal     print_labelled

        lw      $a1, results+4
        la      $a0, text_worth
        jal     print_labelled

        la      $a0, board
        li      $a1, 1
        li      $a2, 8
        jal     print_board_test

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/complete_move.asm"
