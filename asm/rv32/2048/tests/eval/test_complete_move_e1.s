# New tiles are beside their equals after the move, but do not merge again.
#   jal run tests/eval/test_complete_move_e1.s
.import ../../src/complete_move.s
.import ../test_utils.s
.globl main

.data
.align 2
row:    .space 64                   # addresses of up to 16 fields
stairs: .half 2, 2, 4, 8
behind: .half 4, 2, 2, 0
pairs:  .half 1, 1, 1, 1, 2, 2
gaps:   .half 8, 0, 8, 0, 16, 32
three:  .half 9, 0, 0, 9, 9
far:    .half 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, stairs
    li   a1, 4
    jal  try                        # 4 4 8 0

    la   a0, behind
    li   a1, 4
    jal  try                        # 4 4 0 0

    la   a0, pairs
    li   a1, 6
    jal  try                        # 2 2 4 0 0 0

    la   a0, gaps
    li   a1, 6
    jal  try                        # 16 16 32 0 0 0

    la   a0, three
    li   a1, 5
    jal  try                        # 18 9 0 0 0

    la   a0, far
    li   a1, 16
    jal  try                        # 2 and 15 empty fields

    li   a0, 10                     # exit
    ecall

# try: makes the whole move of a row and prints the row.
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
    jal  complete_move

    mv   a0, s0
    li   a1, 1
    mv   a2, s1
    jal  print_board_test

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    addi sp, sp, 16
    ret
