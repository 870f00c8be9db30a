# Three equal tiles, large tiles, tiles that nearly are equal, and a row of
# nine.
#   jal run tests/daily/test_merge_d1.s
.import ../../src/merge.s
.import ../test_utils.s
.globl main

.data
.align 2
row:        .space 36               # addresses of up to 9 fields
three:      .half 21, 21, 21
large:      .half 32767, 32767
unequal:    .half 40000, 40001
nine:       .half 5, 5, 5, 5, 0, 5, 5, 10, 10
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, three
    li   a1, 3
    jal  try                        # 42 0 21

    la   a0, large
    li   a1, 2
    jal  try                        # 65534 0

    la   a0, unequal
    li   a1, 2
    jal  try                        # no merge

    la   a0, nine
    li   a1, 9
    jal  try                        # 10 0 10 0 0 10 0 20 0

    li   a0, 10                     # exit
    ecall

# try: merges the tiles of a row and prints the row.
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
    jal  merge

    mv   a0, s0
    li   a1, 1
    mv   a2, s1
    jal  print_board_test

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    addi sp, sp, 16
    ret
