# In a 5x3 board the left column moves down, the right one up; the middle one
# stays as it is. Equal tiles do not merge.
#   jal run tests/daily/test_move_left_d1.s
.import ../../src/move_left.s
.import ../test_utils.s
.globl main

.data
.align 2
row:    .space 20                   # addresses of the 5 fields
board:  .half 6, 0, 40000
        .half 0, 0, 0
        .half 0, 5, 40000
        .half 9, 0, 0
        .half 0, 5, 6
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    addi a0, a0, 24
    li   a1, -6
    li   a2, 5
    jal  try                        # the left column from the bottom

    la   a0, board
    addi a0, a0, 4
    li   a1, 6
    li   a2, 5
    jal  try                        # the right column from the top

    la   a0, board
    li   a1, 5
    li   a2, 3
    jal  print_board_test

    li   a0, 10                     # exit
    ecall

# try: moves the tiles of a row or column as far as they go.
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
    jal  move_left

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    addi sp, sp, 16
    ret
