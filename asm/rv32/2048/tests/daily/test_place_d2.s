# Tiles above 32767 are tiles: their fields are occupied, also for a tile of
# the same value.
#   jal run tests/daily/test_place_d2.s
.import ../../src/place.s
.import ../test_utils.s
.globl main

.data
.align 2
board:          .half 40000, 0
                .half 32768, 65535
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    li   a1, 4
    li   a2, 0
    li   a3, 40000
    jal  try                        # result 1

    la   a0, board
    li   a1, 4
    li   a2, 2
    li   a3, 2
    jal  try                        # result 1

    la   a0, board
    li   a1, 4
    li   a2, 3
    li   a3, 65535
    jal  try                        # result 1

    la   a0, board
    li   a1, 4
    li   a2, 1
    li   a3, 33000
    jal  try                        # result 0

    la   a0, board
    li   a1, 4
    li   a2, 1
    li   a3, 33000
    jal  try                        # result 1

    la   a0, board
    li   a1, 2
    li   a2, 2
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
