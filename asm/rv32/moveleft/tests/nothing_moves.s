# A full row without equal neighbours: -1, and the row stays.
.import "test_utils.s"

.data
.align 2
board:  .word 2 4 8 16
        .word 2 4 2 4
        .word 0 0 0 0
        .word 0 0 0 0

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

    li   a0, 0
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
