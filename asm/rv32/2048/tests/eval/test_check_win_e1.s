# Values whose bytes, sign or sum look like 2048, on a 5x3 board; and a 2048
# between values above 32767.
#   jal run tests/eval/test_check_win_e1.s
.import ../../src/check_victory.s
.import ../test_utils.s
.globl main

.data
.align 2
near:           .half 65535, 34816, 63488
                .half 0, 2049, 2047
                .half 1024, 1024, 10240
                .half 2304, 8, 2056
                .half 32768, 3000, 4096
large:          .half 40000, 65535
                .half 2048, 32768
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, near
    li   a1, 15
    jal  try                        # result 0

    la   a0, large
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
