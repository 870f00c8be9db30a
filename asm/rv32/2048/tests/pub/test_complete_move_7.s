# Any values move and merge, including odd and large ones. What lies before and
# after the row stays as it is.
#   jal run tests/pub/test_complete_move_7.s
.import ../../src/complete_move.s
.import ../test_utils.s
.globl main

.data
.align 2
row:    .space 32                   # addresses of the 8 fields
before: .half 3, 0                  # not part of the row
board:  .half 0, 3, 3, 32767, 0, 32767, 65535, 256
behind: .half 256, 9                # not part of the row
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board                  # the row from left to right
    li   a1, 2
    li   a2, 8
    la   a3, row
    jal  make_row

    la   a0, row
    li   a1, 8
    jal  complete_move

    la   a0, before                 # the row with its neighbours
    li   a1, 1
    li   a2, 12
    jal  print_board_test

    li   a0, 10                     # exit
    ecall
