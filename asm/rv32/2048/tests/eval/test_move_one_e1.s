# A row of a 2x7 board from the right, then columns of two fields from both
# ends.
#   jal run tests/eval/test_move_one_e1.s
.import ../../src/move_one.s
.import ../test_utils.s
.globl main

.data
.align 2
row:            .space 28           # addresses of up to 7 fields
board:          .half 1, 0, 2, 0, 0, 3, 0
                .half 0, 4, 0, 5, 6, 0, 0
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    addi a0, a0, 12
    li   a1, -2
    li   a2, 7
    jal  try                        # 1: the row becomes 0 1 0 2 0 0 3

    la   a0, board
    addi a0, a0, 2
    li   a1, 14
    li   a2, 2
    jal  try                        # 0: 1 4

    la   a0, board
    addi a0, a0, 20
    li   a1, -14
    li   a2, 2
    jal  try                        # 0: 5 2

    la   a0, board
    addi a0, a0, 8
    li   a1, 14
    li   a2, 2
    jal  try                        # 1: 0 6

    la   a0, board
    addi a0, a0, 26
    li   a1, -14
    li   a2, 2
    jal  try                        # 1: 0 3

    la   a0, board
    li   a1, 2
    li   a2, 7
    jal  print_board_test

    li   a0, 10                     # exit
    ecall

# try: moves the tiles of a row or column by one field and prints the result.
#   a0 = address of the first field
#   a1 = step to the next field in bytes
#   a2 = number of fields
# No result.
try:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    mv   s0, a2                     # s0 = number of fields

    la   a3, row
    jal  make_row

    la   a0, row
    mv   a1, s0
    jal  move_one
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    addi sp, sp, 16
    ret
