# Any positive value of 16 bits is a tile, including odd and large ones.
#   jal run tests/pub/test_place_4.s
.import ../../src/place.s
.import ../test_utils.s
.globl main

.data
.align 2
board:          .half 0, 0, 0
                .half 0, 0, 0
                .half 0, 0, 0
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    li   a1, 9
    li   a2, 0
    li   a3, 3
    jal  place
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    la   a0, board
    li   a1, 9
    li   a2, 4
    li   a3, 32768
    jal  place
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    la   a0, board
    li   a1, 9
    li   a2, 8
    li   a3, 65535
    jal  place
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    la   a0, board
    li   a1, 9
    li   a2, 7
    li   a3, 2048
    jal  place
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    la   a0, board
    li   a1, 3
    li   a2, 3
    jal  print_board_test

    li   a0, 10                     # exit
    ecall
