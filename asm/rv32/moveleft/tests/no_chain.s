# A tile that a merge has made does not merge again, neither with the next nor with the one before.
.import "test_utils.s"

.data
.align 2
board:  .word 4 4 8 16
        .word 8 4 4 0
        .word 2 2 4 8
        .word 16 8 4 4

.text
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)

    la   a0, board
    li   a1, 4
    li   a2, 0
    jal  show_move

    la   a0, board
    li   a1, 4
    li   a2, 1
    jal  show_move

    la   a0, board
    li   a1, 4
    li   a2, 2
    jal  show_move

    la   a0, board
    li   a1, 4
    li   a2, 3
    jal  show_move

    li   a0, 0
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
