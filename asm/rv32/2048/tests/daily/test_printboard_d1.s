# Numbers of one and of four digits side by side.
#   jal run tests/daily/test_printboard_d1.s
.import ../../src/printboard.s
.import ../test_utils.s
.globl main

.data
.align 2
board:  .half 1000, 1, 9999, 9
        .half 8, 8192, 7, 4096
        .half 3, 30, 300, 3000
        .half 2048, 0, 5, 1234
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    jal  printboard

    li   a0, 10                     # exit
    ecall
