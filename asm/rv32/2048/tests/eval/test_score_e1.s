# merge: rows of 2, 9 and 16 fields with no merge up to eight merges.
#   jal run tests/eval/test_score_e1.s
.import ../../src/merge.s
.import ../test_utils.s
.globl main

.data
.align 2
row:            .space 64           # addresses of up to 16 fields
sixteen:        .half 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767
                .half 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767
none:           .half 1, 2, 3, 4, 5, 6, 7, 8, 9
pairs:          .half 1, 1, 2, 2, 3, 3, 4, 4, 5
single:         .half 2, 0
two:            .half 20001, 20001
text_merges:    .string "merges: "
text_worth:     .string "worth: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    la   a0, sixteen
    li   a1, 16
    jal  try                        # merges 8, worth 524272

    la   a0, none
    li   a1, 9
    jal  try                        # merges 0, worth 0

    la   a0, pairs
    li   a1, 9
    jal  try                        # merges 4, worth 20

    la   a0, single
    li   a1, 2
    jal  try                        # merges 0, worth 0

    la   a0, two
    li   a1, 2
    jal  try                        # merges 1, worth 40002

    li   a0, 10                     # exit
    ecall

# try: merges the tiles of a row and prints the results and the row.
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
    jal  merge
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
