# check_victory keeps the saved registers of its caller.
#   jal run tests/pub/test_check_win_6.s
.import ../../src/check_victory.s
.import ../test_utils.s
.globl main

.data
.align 2
board:          .half 0, 2
                .half 4, 2048
                .half 8, 0
text_result:    .string "result: "
text_saved:     .string "sum of the saved registers: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    li   s0, 100                    # values that the call must keep
    li   s1, 101
    li   s2, 102
    li   s3, 103
    li   s4, 104
    li   s5, 105
    li   s6, 106
    li   s7, 107
    li   s8, 108
    li   s9, 109
    li   s10, 110
    li   s11, 111

    la   a0, board
    li   a1, 6
    jal  check_victory
    mv   a1, a0
    la   a0, text_result
    jal  print_labelled

    add  a1, s0, s1                 # 1266 if all of them are kept
    add  a1, a1, s2
    add  a1, a1, s3
    add  a1, a1, s4
    add  a1, a1, s5
    add  a1, a1, s6
    add  a1, a1, s7
    add  a1, a1, s8
    add  a1, a1, s9
    add  a1, a1, s10
    add  a1, a1, s11
    la   a0, text_saved
    jal  print_labelled

    li   a0, 10                     # exit
    ecall
