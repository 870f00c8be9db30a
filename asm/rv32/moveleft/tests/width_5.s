# Rows of five fields.
.import "test_utils.s"

.data
.align 2
board:  .word 2 2 2 2 2
        .word 0 4 0 0 4
        .word 2 4 4 2 0
        .word 0 0 0 0 2
        .word 8 8 0 8 8

.text
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)

    la   a0, board
    li   a1, 5
    li   a2, 0
    jal  show_move

    la   a0, board
    li   a1, 5
    li   a2, 1
    jal  show_move

    la   a0, board
    li   a1, 5
    li   a2, 2
    jal  show_move

    la   a0, board
    li   a1, 5
    li   a2, 3
    jal  show_move

    la   a0, board
    li   a1, 5
    li   a2, 4
    jal  show_move

    li   a0, 0
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
