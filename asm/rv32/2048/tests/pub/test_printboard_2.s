# An empty board: empty fields are printed as 0.
#   jal run tests/pub/test_printboard_2.s
.import ../../src/printboard.s
.import ../test_utils.s
.globl main

.data
.align 2
board:  .half 0, 0, 0, 0
        .half 0, 0, 0, 0
        .half 0, 0, 0, 0
        .half 0, 0, 0, 0
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    jal  printboard

    li   a0, 10                     # exit
    ecall
