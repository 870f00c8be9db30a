# Rows of 2, 9 and 16 fields. They stay as they are.
#   jal run tests/daily/test_move_check_d1.s
.import ../../src/move_check.s
.import ../test_utils.s
.globl main

.data
.align 2
row:            .space 64           # addresses of up to 16 fields
nine:           .half 1, 2, 3, 4, 5, 6, 7, 8, 9
nine_end:       .half 9, 8, 7, 6, 5, 4, 3, 2, 2
gap:            .half 2, 4, 2, 4, 2, 4, 2, 4, 2, 4, 2, 4, 2, 4, 0, 2
packed:         .half 2, 4, 2, 4, 2, 4, 2, 4, 2, 4, 2, 4, 0, 0, 0, 0
empty:          .half 0, 0
equal:          .half 50000, 50000
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, nine
    li   a1, 9
    jal  try                        # result 0

    la   a0, nine_end
    li   a1, 9
    jal  try                        # result 1

    la   a0, gap
    li   a1, 16
    jal  try                        # result 1

    la   a0, packed
    li   a1, 16
    jal  try                        # result 0

    la   a0, empty
    li   a1, 2
    jal  try                        # result 0

    la   a0, equal
    li   a1, 2
    jal  try                        # result 1

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
