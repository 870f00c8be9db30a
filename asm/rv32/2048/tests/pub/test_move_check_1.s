# A tile with an empty field to its left can move. The board stays as it is.
#   jal run tests/pub/test_move_check_1.s
.import ../../src/move_check.s
.import ../test_utils.s
.globl main

.data
.align 2
row:            .space 16           # addresses of the 4 fields
board:          .half 2, 0, 4, 8
copy:           .half 2, 0, 4, 8
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
    jal  move_check

    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    la   a0, board
    la   a1, copy
    li   a2, 4
    jal  assert_eq_board

    li   a0, 10                     # exit
    ecall
