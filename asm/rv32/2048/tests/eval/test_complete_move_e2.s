# A whole 2x7 board moves to the right, row by row; then three of its columns
# move down.
#   jal run tests/eval/test_complete_move_e2.s
.import ../../src/complete_move.s
.import ../test_utils.s
.globl main

.data
.align 2
row:    .space 28                   # addresses of up to 7 fields
board:  .half 5, 5, 0, 5, 10, 0, 10
        .half 0, 20, 5, 0, 5, 0, 20
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    addi a0, a0, 12
    li   a1, -2
    li   a2, 7
    jal  try                        # the row becomes 0 0 0 0 5 10 20

    la   a0, board
    addi a0, a0, 26
    li   a1, -2
    li   a2, 7
    jal  try                        # the row becomes 0 0 0 0 20 10 20

    la   a0, board
    addi a0, a0, 22
    li   a1, -14
    li   a2, 2
    jal  try                        # 20 5 stays

    la   a0, board
    addi a0, a0, 24
    li   a1, -14
    li   a2, 2
    jal  try                        # 10 10 merges

    la   a0, board
    addi a0, a0, 26
    li   a1, -14
    li   a2, 2
    jal  try                        # 20 20 merges

    la   a0, board
    li   a1, 2
    li   a2, 7
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
