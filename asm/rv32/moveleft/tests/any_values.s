# Values need not be powers of two, and may be large.
.import "test_utils.s"

.data
.align 2
board:  .word 3 3 5 5
        .word 1000000 0 1000000 7
        .word 65536 65536 131072 0
        .word 1 1 1 0

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
