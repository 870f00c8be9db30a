# Rows of 2, 9 and 16 fields.
#   jal run tests/daily/test_complete_move_d1.s
.import ../../src/complete_move.s
.import ../test_utils.s
.globl main

.data
.align 2
row:        .space 64               # addresses of up to 16 fields
sixteen:    .half 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3
nine:       .half 0, 7, 0, 7, 0, 14, 0, 0, 14
two:        .half 0, 60000
equal:      .half 30000, 30000
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, sixteen
    li   a1, 16
    jal  try                        # eight merges

    la   a0, nine
    li   a1, 9
    jal  try                        # 14 28: the new tile does not merge

    la   a0, two
    li   a1, 2
    jal  try                        # 60000 0

    la   a0, equal
    li   a1, 2
    jal  try                        # 60000 0

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
