# Only neighbours merge, and empty fields are not tiles.
#   jal run tests/pub/test_merge_3.s
.import ../../src/merge.s
.import ../test_utils.s
.globl main

.data
.align 2
row:        .space 20               # addresses of up to 5 fields
apart:      .half 2, 0, 2
zeros:      .half 0, 0, 0, 0
mixed:      .half 4, 0, 0, 4
different:  .half 2, 4, 2, 4
end:        .half 0, 0, 2, 2
gap:        .half 2, 2, 0, 2, 2
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, apart
    li   a1, 3
    jal  try                        # as it is

    la   a0, zeros
    li   a1, 4
    jal  try                        # as it is

    la   a0, mixed
    li   a1, 4
    jal  try                        # as it is

    la   a0, different
    li   a1, 4
    jal  try                        # as it is

    la   a0, end
    li   a1, 4
    jal  try                        # 0 0 4 0

    la   a0, gap
    li   a1, 5
    jal  try                        # 4 0 0 4 0

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
