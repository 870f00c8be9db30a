# A row seen from the right and a column seen from the bottom: tiles move to
# the right and down.
#   jal run tests/pub/test_move_left_6.s
.import ../../src/move_left.s
.import ../test_utils.s
.globl main

.data
.align 2
row:    .space 16                   # addresses of up to 4 fields
board:  .half 2, 0, 4, 0
        .half 0, 8, 0, 0
        .half 4, 0, 0, 16
        .half 0, 0, 0, 0
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    addi a0, a0, 6
    li   a1, -2
    li   a2, 4
    jal  try                        # the upper row from the right

    la   a0, board
    addi a0, a0, 26
    li   a1, -8
    li   a2, 4
    jal  try                        # the second column from the bottom

    la   a0, board
    li   a1, 4
    li   a2, 4
    jal  print_board_test

    li   a0, 10                     # exit
    ecall

# try: moves the tiles of a row or column to the left.
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
