# Tiles are unsigned half-words of any value: each differs from its neighbours,
# also where only one byte or the sign does.
#   jal run tests/pub/test_move_check_7.s
.import ../../src/move_check.s
.import ../test_utils.s
.globl main

.data
.align 2
row:            .space 16           # addresses of up to 4 fields
bytes:          .half 256, 1, 257, 512
signs:          .half 65535, 32767, 32768, 1
large:          .half 2048, 4096, 2048
equal:          .half 3, 65535, 65535
top:            .half 32768, 32768
low_zero:       .half 2, 0, 256
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, bytes
    li   a1, 4
    jal  try                        # result 0

    la   a0, signs
    li   a1, 4
    jal  try                        # result 0

    la   a0, large
    li   a1, 3
    jal  try                        # result 0

    la   a0, equal
    li   a1, 3
    jal  try                        # result 1

    la   a0, top
    li   a1, 2
    jal  try                        # result 1

    la   a0, low_zero
    li   a1, 3
    jal  try                        # result 1: 256 is a tile

    li   a0, 10                     # exit
    ecall

# try: prints whether a move would change a row, and prints the row.
#   a0 = address of the first field
#   a1 = number of fields
# No result.
try:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    mv   s0, a0                     # s0 = the row
    mv   s1, a1                     # s1 = its fields

    li   a1, 2                      # from left to right
    mv   a2, s1
    la   a3, row
    jal  make_row

    la   a0, row
    mv   a1, s1
    jal  move_check
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    mv   a0, s0
    li   a1, 1
    mv   a2, s1
    jal  print_board_test

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    addi sp, sp, 16
    ret
