# Rows of 2 to 8 fields.
#   jal run tests/pub/test_complete_move_4.s
.import ../../src/complete_move.s
.import ../test_utils.s
.globl main

.data
.align 2
row:        .space 32               # addresses of up to 8 fields
two:        .half 0, 2
two_equal:  .half 2, 2
three:      .half 2, 0, 2
five:       .half 0, 4, 0, 4, 8
six:        .half 2, 2, 4, 4, 8, 8
seven:      .half 0, 2, 0, 2, 0, 2, 0
eight:      .half 4, 0, 4, 2, 0, 2, 2, 2
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, two
    li   a1, 2
    jal  try                        # 2 0

    la   a0, two_equal
    li   a1, 2
    jal  try                        # 4 0

    la   a0, three
    li   a1, 3
    jal  try                        # 4 0 0

    la   a0, five
    li   a1, 5
    jal  try                        # 8 8 0 0 0

    la   a0, six
    li   a1, 6
    jal  try                        # 4 8 16 0 0 0

    la   a0, seven
    li   a1, 7
    jal  try                        # 4 2 0 0 0 0 0

    la   a0, eight
    li   a1, 8
    jal  try                        # 8 4 4 0 0 0 0 0

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
