# Only the fields of the board count: a 2048 right before or right after it
# does not.
#   jal run tests/pub/test_check_win_4.s
.import ../../src/check_victory.s
.import ../test_utils.s
.globl main

.data
.align 2
before:         .half 2048          # not part of the board
board:          .half 2, 4, 8
                .half 16, 32, 64
behind:         .half 2048          # not part of the board
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board                  # result 0
    li   a1, 6
    jal  check_victory
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    la   a0, before                 # result 1: now it begins one field earlier
    li   a1, 7
    jal  check_victory
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    la   a0, board                  # result 1: now it ends one field later
    li   a1, 7
    jal  check_victory
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    li   a0, 10                     # exit
    ecall
