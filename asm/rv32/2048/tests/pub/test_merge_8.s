# What is before and after a row stays as it is, even if it equals the row's
# ends.
#   jal run tests/pub/test_merge_8.s
.import ../../src/merge.s
.import ../test_utils.s
.globl main

.data
.align 2
row:    .space 16                   # addresses of the 4 fields
before: .half 2                     # not part of the row
board:  .half 2, 4, 4, 8
behind: .half 8                     # not part of the row
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board                  # the row from left to right
    li   a1, 2
    li   a2, 4
    la   a3, row
    jal  make_row

    la   a0, row
    li   a1, 4
    jal  merge

    la   a0, before                 # the row with its neighbours
    li   a1, 1
    li   a2, 6
    jal  print_board_test

    li   a0, 10                     # exit
    ecall
