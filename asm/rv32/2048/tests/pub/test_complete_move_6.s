# A whole 3x4 board moves to the right, row by row, then down, column by
# column.
#   jal run tests/pub/test_complete_move_6.s
.import ../../src/complete_move.s
.import ../test_utils.s
.globl main

.data
.align 2
row:    .space 16                   # addresses of up to 4 fields
board:  .half 2, 2, 0, 2
        .half 4, 0, 4, 0
        .half 2, 0, 4, 8
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    addi a0, a0, 6
    li   a1, -2
    li   a2, 4
    jal  try                        # row 0 from the right

    la   a0, board
    addi a0, a0, 14
    li   a1, -2
    li   a2, 4
    jal  try                        # row 1 from the right

    la   a0, board
    addi a0, a0, 22
    li   a1, -2
    li   a2, 4
    jal  try                        # row 2 from the right

    la   a0, board
    li   a1, 3
    li   a2, 4
    jal  print_board_test

    la   a0, board
    addi a0, a0, 16
    li   a1, -8
    li   a2, 3
    jal  try                        # column 0 from the bottom

    la   a0, board
    addi a0, a0, 18
    li   a1, -8
    li   a2, 3
    jal  try                        # column 1 from the bottom

    la   a0, board
    addi a0, a0, 20
    li   a1, -8
    li   a2, 3
    jal  try                        # column 2 from the bottom

    la   a0, board
    addi a0, a0, 22
    li   a1, -8
    li   a2, 3
    jal  try                        # column 3 from the bottom

    la   a0, board
    li   a1, 3
    li   a2, 4
    jal  print_board_test

    li   a0, 10                     # exit
    ecall

# try: makes the whole move of a row or column.
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
    jal  complete_move

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    addi sp, sp, 16
    ret
