# In a 5x3 board the left column merges from the bottom, the middle one from
# the top; the right one stays as it is.
#   jal run tests/eval/test_merge_e2.s
.import ../../src/merge.s
.import ../test_utils.s
.globl main

.data
.align 2
row:    .space 20                   # addresses of the 5 fields
board:  .half 10, 3, 7
        .half 10, 3, 7
        .half 10, 6, 9
        .half 20, 6, 7
        .half 20, 6, 7
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    addi a0, a0, 24
    li   a1, -6
    li   a2, 5
    jal  try                        # 20 20 10 10 10

    la   a0, board
    addi a0, a0, 2
    li   a1, 6
    li   a2, 5
    jal  try                        # 3 3 6 6 6

    la   a0, board
    li   a1, 5
    li   a2, 3
    jal  print_board_test

    li   a0, 10                     # exit
    ecall

# try: merges the tiles of a row or column.
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
    jal  merge

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    addi sp, sp, 16
    ret
