# complete_move keeps the saved registers of its caller, also while it keeps
# the number and the worth of the merges.
#   jal run tests/pub/test_score_7.s
.import ../../src/complete_move.s
.import ../test_utils.s
.globl main

.data
.align 2
row:            .space 20           # addresses of the 5 fields
results:        .space 8            # number and worth of the merges
board:          .half 4, 0, 4, 2, 2
text_saved:     .string "sum of the saved registers: "
text_merges:    .string "merges: "
text_worth:     .string "worth: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board                  # the row from left to right
    li   a1, 2
    li   a2, 5
    la   a3, row
    jal  make_row

    li   s0, 100                    # values that the call must keep
    li   s1, 101
    li   s2, 102
    li   s3, 103
    li   s4, 104
    li   s5, 105
    li   s6, 106
    li   s7, 107
    li   s8, 108
    li   s9, 109
    li   s10, 110
    li   s11, 111

    la   a0, row
    li   a1, 5
    jal  complete_move
    la   t0, results
    sw   a0, 0(t0)                  # the next call may overwrite a0 and a1
    sw   a1, 4(t0)

    add  a1, s0, s1                 # 1266 if all of them are kept
    add  a1, a1, s2
    add  a1, a1, s3
    add  a1, a1, s4
    add  a1, a1, s5
    add  a1, a1, s6
    add  a1, a1, s7
    add  a1, a1, s8
    add  a1, a1, s9
    add  a1, a1, s10
    add  a1, a1, s11
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
    li   a2, 5
    jal  print_board_test

    li   a0, 10                     # exit
    ecall
