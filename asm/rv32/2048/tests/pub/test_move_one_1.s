# All tiles after a gap move by one field: 4 0 2 4 becomes 4 2 4 0.
#   jal run tests/pub/test_move_one_1.s
.import ../../src/move_one.s
.import ../test_utils.s
.globl main

.data
.align 2
row:            .space 16           # addresses of the 4 fields
board:          .half 4, 0, 2, 4
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

    la   a0, board
    li   a1, 1
    li   a2, 4
    jal  print_board_test

    li   a0, 10                     # exit
    ecall
