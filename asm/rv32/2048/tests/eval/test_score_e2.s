# complete_move: the columns of a 5x3 board, the left one from the top, the
# others from the bottom.
#   jal run tests/eval/test_score_e2.s
.import ../../src/complete_move.s
.import ../test_utils.s
.globl main

.data
.align 2
row:            .space 20           # addresses of the 5 fields
board:          .half 6, 0, 12345
                .half 6, 8, 0
                .half 0, 0, 12345
                .half 12, 8, 0
                .half 12, 16, 12345
text_merges:    .string "merges: "
text_worth:     .string "worth: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, board
    li   a1, 6
    li   a2, 5
    jal  try                        # merges 2, worth 36

    la   a0, board
    addi a0, a0, 26
    li   a1, -6
    li   a2, 5
    jal  try                        # merges 1, worth 16

    la   a0, board
    addi a0, a0, 28
    li   a1, -6
    li   a2, 5
    jal  try                        # merges 1, worth 24690

    la   a0, board
    li   a1, 5
    li   a2, 3
    jal  print_board_test

    li   a0, 10                     # exit
    ecall

# try: makes the whole move of a row or column and prints the results.
#   a0 = address of the first field
#   a1 = step to the next field in bytes
#   a2 = number of fields
# No result.
try:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    mv   s0, a2                     # s0 = number of fields

    la   a3, row
    jal  make_row

    la   a0, row
    mv   a1, s0
    jal  complete_move
    mv   s1, a1                     # the next call may overwrite a1
    mv   a1, a0
    la   a0, text_merges
    jal  print_labelled
    la   a0, text_worth
    mv   a1, s1
    jal  print_labelled

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    addi sp, sp, 16
    ret
