# Rows of six fields.
.import "test_utils.s"

.data
.align 2
board:  .word 2 2 4 4 8 8
        .word 0 2 0 2 0 4
        .word 2 4 2 4 2 4
        .word 16 0 0 0 0 16
        .word 0 0 0 0 0 0
        .word 0 0 0 0 0 0

.text
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)

    la   a0, board
    li   a1, 6
    li   a2, 0
    jal  show_move

    la   a0, board
    li   a1, 6
    li   a2, 1
    jal  show_move

    la   a0, board
    li   a1, 6
    li   a2, 2
    jal  show_move

    la   a0, board
    li   a1, 6
    li   a2, 3
    jal  show_move

    li   a0, 0
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
