# Only the row that is named changes: not the rows above and below, nor what lies around the board.
.import "test_utils.s"

.data
.align 2
before: .word 7 7
board:  .word 2 2 2
        .word 0 4 4
        .word 8 0 8
after:  .word 9 9

.text
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)

    la   a0, board              # the row in the middle
    li   a1, 3
    li   a2, 1
    jal  show_move
    la   a0, before             # everything: 2 words, 9 fields, 2 words
    li   a1, 13
    jal  print_words

    la   a0, board              # the last row, which must not take in the words after it
    li   a1, 3
    li   a2, 2
    jal  show_move
    la   a0, before
    li   a1, 13
    jal  print_words

    la   a0, board              # the first row
    li   a1, 3
    li   a2, 0
    jal  show_move
    la   a0, before
    li   a1, 13
    jal  print_words

    li   a0, 0
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
