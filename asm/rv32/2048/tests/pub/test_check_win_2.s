# Only a tile of exactly 2048 wins: neither its neighbours nor larger tiles nor
# a sum of 2048 do.
#   jal run tests/pub/test_check_win_2.s
.import ../../src/check_victory.s
.import ../test_utils.s
.globl main

.data
.align 2
empty:          .half 0, 0
                .half 0, 0
sum:            .half 1024, 1024
                .half 512, 512
close:          .half 2047, 2049
                .half 2046, 2050
larger:         .half 4096, 8192
                .half 16384, 32768
won:            .half 2047, 2049
                .half 2048, 4096
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, empty
    li   a1, 4
    jal  try                        # result 0

    la   a0, sum
    li   a1, 4
    jal  try                        # result 0

    la   a0, close
    li   a1, 4
    jal  try                        # result 0

    la   a0, larger
    li   a1, 4
    jal  try                        # result 0

    la   a0, won
    li   a1, 4
    jal  try                        # result 1

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
