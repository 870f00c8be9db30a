# Rows that a move does not change stay as they are: full, packed, empty. The
# last row does move.
#   jal run tests/pub/test_move_left_4.s
.import ../../src/move_left.s
.import ../test_utils.s
.globl main

.data
.align 2
row:    .space 16                   # addresses of up to 4 fields
full:   .half 2, 4, 2, 4
packed: .half 8, 4, 0, 0
empty:  .half 0, 0, 0, 0
moving: .half 0, 0, 8, 4
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, full
    li   a1, 4
    jal  try

    la   a0, packed
    li   a1, 4
    jal  try

    la   a0, empty
    li   a1, 4
    jal  try

    la   a0, moving
    li   a1, 4
    jal  try                        # 8 4 0 0

    li   a0, 10                     # exit
    ecall

# try: moves the tiles of a row to the left and prints the row.
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
