# A 4x4 board with a 2048 is won, and check_victory does not change it.
#   jal run tests/pub/test_check_win_1.s
.import ../../src/check_victory.s
.import ../test_utils.s
.globl main

.data
.align 2
board:          .half 2, 4, 0, 0
                .half 4, 8, 0, 0
                .half 16, 32, 4, 2
                .half 2, 2048, 512, 8
copy:           .half 2, 4, 0, 0
                .half 4, 8, 0, 0
                .half 16, 32, 4, 2
                .half 2, 2048, 512, 8
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    li   a1, 16
    jal  check_victory
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    la   a0, board                  # the board is as before
    la   a1, copy
    li   a2, 16
    jal  assert_eq_board

    li   a0, 10                     # exit
    ecall
