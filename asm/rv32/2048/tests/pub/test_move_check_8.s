# Only the fields of the row count: equal tiles and gaps after it, before it,
# or between it in memory do not. The row is the middle column of a 3x3 board.
#   jal run tests/pub/test_move_check_8.s
.import ../../src/move_check.s
.import ../test_utils.s
.globl main

.data
.align 2
row:            .space 12           # addresses of the 3 fields
board:          .half 2, 2, 2
                .half 0, 4, 0
                .half 8, 8, 8
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    addi a0, a0, 2                  # the middle column: 2 4 8
    li   a1, 6
    li   a2, 3
    la   a3, row
    jal  make_row

    la   a0, row
    li   a1, 3
    jal  move_check

    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    la   a0, board                  # the left column: 2 0 8
    li   a1, 6
    li   a2, 3
    la   a3, row
    jal  make_row

    la   a0, row
    li   a1, 3
    jal  move_check

    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    la   a0, board                  # the first two of the upper row
    li   a1, 2
    li   a2, 2
    la   a3, row
    jal  make_row

    la   a0, row
    li   a1, 2
    jal  move_check

    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    la   a0, board
    addi a0, a0, 6                  # the first two of the middle row
    li   a1, 2
    li   a2, 2
    la   a3, row
    jal  make_row

    la   a0, row
    li   a1, 2
    jal  move_check

    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    li   a0, 10                     # exit
    ecall
