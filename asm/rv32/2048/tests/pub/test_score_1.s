# merge counts the merges and adds up the new tiles: 2 2 2 2 has two merges
# worth 4 + 4.
#   jal run tests/pub/test_score_1.s
.import ../../src/merge.s
.import ../test_utils.s
.globl main

.data
.align 2
row:            .space 16           # addresses of the 4 fields
board:          .half 2, 2, 2, 2
text_merges:    .string "merges: "
text_worth:     .string "worth: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board                  # the row from left to right
    li   a1, 2
    li   a2, 4
    la   a3, row
    jal  make_row

    la   a0, row
    li   a1, 4
    jal  merge

    mv   s2, a1                     # the next call may overwrite a1
    mv   a1, a0
    la   a0, text_merges
    jal  print_labelled
    la   a0, text_worth
    mv   a1, s2
    jal  print_labelled

    la   a0, board
    li   a1, 1
    li   a2, 4
    jal  print_board_test

    li   a0, 10                     # exit
    ecall
