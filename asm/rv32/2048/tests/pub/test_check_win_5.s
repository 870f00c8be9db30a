# Fields are unsigned half-words. None of the first board is 2048, though
# single bytes or a sign might make it look so: 34816 = 0x8800, 63488 = 0xf800,
# 8 = 0x0008, 2056 = 0x0808.
#   jal run tests/pub/test_check_win_5.s
.import ../../src/check_victory.s
.import ../test_utils.s
.globl main

.data
.align 2
odd:            .half 34816, 63488, 8
                .half 2056, 65535, 32768
won:            .half 34816, 63488, 8
                .half 2056, 65535, 2048
text_result:    .string "result: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, odd
    li   a1, 6
    jal  try                        # result 0

    la   a0, won
    li   a1, 6
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
