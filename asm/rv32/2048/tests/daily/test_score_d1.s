# complete_move: three equal tiles, a row of nine, no merge, and a worth above
# 65535.
#   jal run tests/daily/test_score_d1.s
.import ../../src/complete_move.s
.import ../test_utils.s
.globl main

.data
.align 2
row:            .space 36           # addresses of up to 9 fields
three:          .half 2, 2, 2
nine:           .half 5, 0, 5, 5, 0, 0, 5, 5, 5
none:           .half 1, 2
large:          .half 0, 30000, 30000, 30000, 30000
text_merges:    .string "merges: "
text_worth:     .string "worth: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, three
    li   a1, 3
    jal  try                        # merges 1, worth 4

    la   a0, nine
    li   a1, 9
    jal  try                        # merges 3, worth 30

    la   a0, none
    li   a1, 2
    jal  try                        # merges 0, worth 0

    la   a0, large
    li   a1, 5
    jal  try                        # merges 2, worth 120000

    li   a0, 10                     # exit
    ecall

# try: makes the whole move of a row and prints the results and the row.
#   a0 = address of the first field
#   a1 = number of fields
# No result.
try:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    sw   s2, 12(sp)
    mv   s0, a0                     # s0 = the row
    mv   s1, a1                     # s1 = its fields

    li   a1, 2                      # from left to right
    mv   a2, s1
    la   a3, row
    jal  make_row

    la   a0, row
    mv   a1, s1
    jal  complete_move
    mv   s2, a1                     # the next call may overwrite a1
    mv   a1, a0
    la   a0, text_merges
    jal  print_labelled
    la   a0, text_worth
    mv   a1, s2
    jal  print_labelled

    mv   a0, s0
    li   a1, 1
    mv   a2, s1
    jal  print_board_test

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    lw   s2, 12(sp)
    addi sp, sp, 16
    ret
