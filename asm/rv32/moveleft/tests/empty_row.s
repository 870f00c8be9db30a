# A row without tiles: -1.
.import "test_utils.s"

.data
.align 2
board:  .word 0 0 0 0
        .word 0 0 0 0
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

    li   a0, 0
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
