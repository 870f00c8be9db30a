# Boards of one field, and boards of 2x7 fields with a 2048 in the last but one
# or with none.
#   jal run tests/daily/test_check_win_d1.s
.import ../../src/check_victory.s
.import ../test_utils.s
.globl main

.data
.align 2
one:            .half 2048
one_none:       .half 4
wide:           .half 2, 4, 8, 16, 32, 64, 128
                .half 0, 0, 0, 0, 0, 2048, 2
wide_none:      .half 1024, 1024, 0, 2, 4, 8, 16
                .half 32, 64, 128, 256, 512, 4096, 2047
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, one
    li   a1, 1
    jal  try                        # result 1

    la   a0, one_none
    li   a1, 1
    jal  try                        # result 0

    la   a0, wide
    li   a1, 14
    jal  try                        # result 1

    la   a0, wide_none
    li   a1, 14
    jal  try                        # result 0

    li   a0, 10                     # exit
    ecall

# try: prints whether a board is won.
#   a0 = address of the board
#   a1 = number of its fields
# No result.
try:
    addi sp, sp, -16
    sw   ra, 0(sp)

    jal  check_victory
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    lw   ra, 0(sp)
    addi sp, sp, 16
    ret
