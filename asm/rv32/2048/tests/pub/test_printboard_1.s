# A board in the middle of a game.
#   jal run tests/pub/test_printboard_1.s
.import ../../src/printboard.s
.import ../test_utils.s
.globl main

.data
.align 2
board:  .half 2, 4, 0, 0
        .half 4, 8, 0, 0
        .half 16, 32, 4, 2
        .half 2, 2048, 512, 8
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    jal  printboard

    li   a0, 10                     # exit
    ecall
