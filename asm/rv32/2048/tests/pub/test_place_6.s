# A board is filled field by field by a caller that keeps its values in saved
# registers; then no field is left.
#   jal run tests/pub/test_place_6.s
.import ../../src/place.s
.import ../test_utils.s
.globl main

.data
.align 2
board:          .half 0, 0, 0
                .half 0, 0, 0
                .half 0, 0, 0
                .half 0, 0, 0
text_sum:       .string "sum of the results: "
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    li   s0, 0                      # s0 = index of the field
    li   s1, 2                      # s1 = value of the tile
    li   s2, 0                      # s2 = sum of the results

fill:
    la   a0, board
    li   a1, 12
    mv   a2, s0
    mv   a3, s1
    jal  place
    add  s2, s2, a0
    addi s0, s0, 1
    addi s1, s1, 3
    li   t0, 12
    bne  s0, t0, fill

    la   a0, text_sum               # 0: all were placed
    mv   a1, s2
    jal  print_labelled

    la   a0, board                  # 1: the board is full
    li   a1, 12
    li   a2, 11
    li   a3, 2
    jal  place
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    la   a0, board
    li   a1, 4
    li   a2, 3
    jal  print_board_test

    li   a0, 10                     # exit
    ecall
