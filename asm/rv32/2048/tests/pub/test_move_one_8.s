# What is before and after a row stays as it is.
#   jal run tests/pub/test_move_one_8.s
.import ../../src/move_one.s
.import ../test_utils.s
.globl main

.data
.align 2
row:            .space 16           # addresses of the 4 fields
before:         .half 7             # not part of the row
board:          .half 0, 2, 0, 4
behind:         .half 9, 0, 5       # not part of the row
text_result:    .string "result: "
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
    jal  move_one

    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    la   a0, before                 # the row with its neighbours
    li   a1, 1
    li   a2, 8
    jal  print_board_test

    li   a0, 10                     # exit
    ecall
