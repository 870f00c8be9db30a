# Rows of 2, 9 and 16 fields: one tile with the longest way, many gaps, no gap,
# no tile.
#   jal run tests/eval/test_move_left_e1.s
.import ../../src/move_left.s
.import ../test_utils.s
.globl main

.data
.align 2
row:    .space 64                   # addresses of up to 16 fields
far:    .half 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 65535
gaps:   .half 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8
full:   .half 9, 9, 9, 8, 8, 8, 7, 7, 7
empty:  .half 0, 0
two:    .half 0, 3
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, far
    li   a1, 16
    jal  try                        # the tile moves by 15 fields

    la   a0, gaps
    li   a1, 16
    jal  try                        # 1 2 3 4 5 6 7 8 and no more

    la   a0, full
    li   a1, 9
    jal  try                        # stays as it is

    la   a0, empty
    li   a1, 2
    jal  try                        # 0 0

    la   a0, two
    li   a1, 2
    jal  try                        # 3 0

    li   a0, 10                     # exit
    ecall

# try: moves the tiles of a row as far as they go and prints the row.
#   a0 = address of the first field
#   a1 = number of fields
# No result.
try:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    mv   s0, a0                     # s0 = the row
    mv   s1, a1                     # s1 = its fields

    li   a1, 2                      # from left to right
    mv   a2, s1
    la   a3, row
    jal  make_row

    la   a0, row
    mv   a1, s1
    jal  move_left

    mv   a0, s0
    li   a1, 1
    mv   a2, s1
    jal  print_board_test

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    addi sp, sp, 16
    ret
