# The first, a middle and the last field of a 5x3 board. The empty half-words
# right before and right after it stay empty.
#   jal run tests/eval/test_place_e1.s
.import ../../src/place.s
.import ../test_utils.s
.globl main

.data
.align 2
before:         .half 0             # not part of the board
board:          .half 0, 0, 0
                .half 0, 0, 0
                .half 0, 0, 0
                .half 0, 0, 0
                .half 0, 0, 0
behind:         .half 0             # not part of the board
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    li   a1, 15
    li   a2, 14
    li   a3, 99
    jal  try                        # result 0

    la   a0, board
    li   a1, 15
    li   a2, 0
    li   a3, 77
    jal  try                        # result 0

    la   a0, board
    li   a1, 15
    li   a2, 14
    li   a3, 1
    jal  try                        # result 1

    la   a0, board
    li   a1, 15
    li   a2, 0
    li   a3, 77
    jal  try                        # result 1

    la   a0, board
    li   a1, 15
    li   a2, 7
    li   a3, 12345
    jal  try                        # result 0

    la   a0, before                 # the board with both neighbours
    li   a1, 1
    li   a2, 17
    jal  print_board_test

    li   a0, 10                     # exit
    ecall

# try: places a tile and prints the result.
#   a0 = address of the board
#   a1 = number of its fields
#   a2 = index of the field
#   a3 = value of the tile
# No result.
try:
    addi sp, sp, -16
    sw   ra, 0(sp)

    jal  place
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    lw   ra, 0(sp)
    addi sp, sp, 16
    ret
