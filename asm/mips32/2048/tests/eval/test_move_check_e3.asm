# move_check keeps the saved registers and the stack pointer of its caller, relies on no other
# register, and does not change the board, whether the row can move or not: nine fields from the
# right, then from the left.
#   jal run tests/eval/test_move_check_e3.asm

        .data
row_right:      .word   0:9             # addresses of the 9 fields
row_left:       .word   0:9             # addresses of the 9 fields
results:        .word   0:2             # what the calls give
stack:          .word   0               # the stack pointer before the calls
board:          .half   0, 2, 4, 6, 8, 10, 12, 14, 16
copy:           .half   0, 2, 4, 6, 8, 10, 12, 14, 16
text_result:    .asciiz "result: "
text_saved:     .asciiz "saved registers kept: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board+16           # 16 14 12 10 8 6 4 2 0
        li      $a1, -2
        li      $a2, 9
        la      $a3, row_right
        jal     make_row

        la      $a0, board              # 0 2 4 6 8 10 12 14 16
        li      $a1, 2
        li      $a2, 9
        la      $a3, row_left
        jal     make_row

        li      $s0, 100100             # values that both calls must keep
        li      $s1, 100101
        li      $s2, 100102
        li      $s3, 100103
        li      $s4, 100104
        li      $s5, 100105
        li      $s6, 100106
        li      $s7, 100107
        sw      $sp, stack              # they must keep the stack pointer, too

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

        la      $a0, row_right
        li      $a1, 9
        jal     move_check
        sw      $v0, results            # the next call may change $v0

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

        la      $a0, row_left
        li      $a1, 9
        jal     move_check
        sw      $v0, results+4          # the next call may change $v0

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
        la      $a0, text_result
        jal     print_labelled

        lw      $a1, results+4
        la      $a0, text_result
        jal     print_labelled

        la      $a0, board              # the board is as before
        la      $a1, copy
        li      $a2, 9
        jal     assert_eq_board

        li      $v0, 10                 # exit
        syscall

        .include "../test_utils.asm"
        .include "../../src/move_check.asm"
