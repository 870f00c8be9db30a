# Every number has four digits.
#   jal run tests/eval/test_printboard_e1.s
.import ../../src/printboard.s
.import ../test_utils.s
.globl main

.data
.align 2
board:  .half 1024, 2048, 4096, 8192
        .half 9999, 1000, 1001, 9990
        .half 5000, 5005, 5050, 5500
        .half 1111, 2222, 3333, 4444
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    jal  printboard

    li   a0, 10                     # exit
    ecall
