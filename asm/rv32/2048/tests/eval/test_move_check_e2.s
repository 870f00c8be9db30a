# Empty and nearly empty rows, and tiles of single bits.
#   jal run tests/eval/test_move_check_e2.s
.import ../../src/move_check.s
.import ../test_utils.s
.globl main

.data
.align 2
row:            .space 64           # addresses of up to 16 fields
empty:          .half 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
first:          .half 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
last:           .half 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5
nine:           .half 1, 2, 3, 4, 5, 6, 7, 8, 0
top:            .half 0, 32768
top_left:       .half 32768, 0
bytes:          .half 1, 257
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, empty
    li   a1, 16
    jal  try                        # result 0

    la   a0, first
    li   a1, 16
    jal  try                        # result 0

    la   a0, last
    li   a1, 16
    jal  try                        # result 1

    la   a0, nine
    li   a1, 9
    jal  try                        # result 0

    la   a0, top
    li   a1, 2
    jal  try                        # result 1

    la   a0, top_left
    li   a1, 2
    jal  try                        # result 0

    la   a0, bytes
    li   a1, 2
    jal  try                        # result 0

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
