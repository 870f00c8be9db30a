# The last field of a 2x7 board is a 2048. It counts only if it is one of the
# fields that are given.
#   jal run tests/eval/test_check_win_e2.s
.import ../../src/check_victory.s
.import ../test_utils.s
.globl main

.data
.align 2
board:          .half 3, 5, 7, 9, 11, 13, 15
                .half 17, 19, 21, 23, 25, 27, 2048
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    li   a1, 14
    jal  try                        # result 1

    la   a0, board
    li   a1, 13
    jal  try                        # 0, without the last field

    la   a0, board
    addi a0, a0, 2
    li   a1, 13
    jal  try                        # 1, without the first field

    la   a0, board
    li   a1, 1
    jal  try                        # 0, the first field only

    la   a0, board
    addi a0, a0, 26
    li   a1, 1
    jal  try                        # 1, the last field only

    li   a0, 10                     # exit
    ecall

# try: prints whether a board is won.
#   a0 = address of the board
#   a1 = number of its fields
# No result.
try:
    addi sp, sp, -16
    sw   ra, 0(sp)

    jal  check_victory
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    lw   ra, 0(sp)
    addi sp, sp, 16
    ret
