# A board of one field, and a full 2x2 board whose tiles have single bits only.
#   jal run tests/eval/test_place_e2.s
.import ../../src/place.s
.import ../test_utils.s
.globl main

.data
.align 2
one:            .half 0
full:           .half 32768, 512
                .half 256, 1
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, one
    li   a1, 1
    li   a2, 0
    li   a3, 65535
    jal  try                        # result 0

    la   a0, one
    li   a1, 1
    li   a2, 0
    li   a3, 1
    jal  try                        # result 1

    la   a0, full
    li   a1, 4
    li   a2, 0
    li   a3, 3
    jal  try                        # result 1

    la   a0, full
    li   a1, 4
    li   a2, 1
    li   a3, 3
    jal  try                        # result 1

    la   a0, full
    li   a1, 4
    li   a2, 2
    li   a3, 3
    jal  try                        # result 1

    la   a0, full
    li   a1, 4
    li   a2, 3
    li   a3, 3
    jal  try                        # result 1

    la   a0, one
    li   a1, 1
    li   a2, 1
    jal  print_board_test

    la   a0, full
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
