# complete_move gives both results to a caller whose registers it keeps; it
# relies on no other register.
#   jal run tests/eval/test_score_e3.s
.import ../../src/complete_move.s
.import ../test_utils.s
.globl main

.data
.align 2
row:            .space 32           # addresses of the 8 fields
results:        .space 8            # number and worth of the merges
stack:          .space 4            # the stack pointer before the call
board:          .half 0, 0, 7, 7, 0, 7, 7, 14
text_merges:    .string "merges: "
text_worth:     .string "worth: "
text_saved:     .string "saved registers kept: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board                  # the row from left to right
    li   a1, 2
    li   a2, 8
    la   a3, row
    jal  make_row

    li   s0, 100100                 # values that the call must keep
    li   s1, 100101
    li   s2, 100102
    li   s3, 100103
    li   s4, 100104
    li   s5, 100105
    li   s6, 100106
    li   s7, 100107
    li   s8, 100108
    li   s9, 100109
    li   s10, 100110
    li   s11, 100111
    la   t0, stack
    sw   sp, 0(t0)                  # it must keep the stack pointer, too

    li   t0, -101                   # junk, on which nothing may rely
    li   t1, -102
    li   t2, -103
    li   t3, -104
    li   t4, -105
    li   t5, -106
    li   t6, -107
    li   a2, -108
    li   a3, -109
    li   a4, -110
    li   a5, -111
    li   a6, -112
    li   a7, -113

    la   a0, row
    li   a1, 8
    jal  complete_move
    la   t0, results
    sw   a0, 0(t0)                  # the next call may overwrite a0 and a1
    sw   a1, 4(t0)

    li   t0, 100100                 # is every one of them as it was?
    bne  s0, t0, lost
    li   t0, 100101
    bne  s1, t0, lost
    li   t0, 100102
    bne  s2, t0, lost
    li   t0, 100103
    bne  s3, t0, lost
    li   t0, 100104
    bne  s4, t0, lost
    li   t0, 100105
    bne  s5, t0, lost
    li   t0, 100106
    bne  s6, t0, lost
    li   t0, 100107
    bne  s7, t0, lost
    li   t0, 100108
    bne  s8, t0, lost
    li   t0, 100109
    bne  s9, t0, lost
    li   t0, 100110
    bne  s10, t0, lost
    li   t0, 100111
    bne  s11, t0, lost
    la   t0, stack
    lw   t0, 0(t0)
    bne  sp, t0, lost
    li   a1, 1
    j    tell

lost:
    li   a1, 0

tell:
    la   a0, text_saved
    jal  print_labelled

    la   t0, results
    lw   a1, 0(t0)
    la   a0, text_merges
    jal  print_labelled

    la   t0, results
    lw   a1, 4(t0)
    la   a0, text_worth
    jal  print_labelled

    la   a0, board
    li   a1, 1
    li   a2, 8
    jal  print_board_test

    li   a0, 10                     # exit
    ecall
