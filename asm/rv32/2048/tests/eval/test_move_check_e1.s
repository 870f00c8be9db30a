# Columns of a 2x7 board from both ends, and its rows from the right.
#   jal run tests/eval/test_move_check_e1.s
.import ../../src/move_check.s
.import ../test_utils.s
.globl main

.data
.align 2
row:            .space 28           # addresses of up to 7 fields
board:          .half 2, 0, 5, 0, 60000, 7, 9
                .half 0, 3, 0, 0, 60000, 8, 4
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    addi a0, a0, 2
    li   a1, 14
    li   a2, 2
    jal  try                        # 1: 0 3

    la   a0, board
    addi a0, a0, 4
    li   a1, 14
    li   a2, 2
    jal  try                        # 0: 5 0

    la   a0, board
    addi a0, a0, 8
    li   a1, 14
    li   a2, 2
    jal  try                        # 1: 60000 60000

    la   a0, board
    addi a0, a0, 10
    li   a1, 14
    li   a2, 2
    jal  try                        # 0: 7 8

    la   a0, board
    addi a0, a0, 16
    li   a1, -14
    li   a2, 2
    jal  try                        # 0: 3 0

    la   a0, board
    addi a0, a0, 18
    li   a1, -14
    li   a2, 2
    jal  try                        # 1: 0 5

    la   a0, board
    addi a0, a0, 12
    li   a1, -2
    li   a2, 7
    jal  try                        # 1: 9 7 60000 0 5 0 2

    la   a0, board
    addi a0, a0, 26
    li   a1, -2
    li   a2, 4
    jal  try                        # 0: 4 8 60000 0

    la   a0, board
    li   a1, 2
    li   a2, 7
    jal  print_board_test

    li   a0, 10                     # exit
    ecall

# try: prints whether a move would change a row or column.
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
    jal  move_check
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    addi sp, sp, 16
    ret
