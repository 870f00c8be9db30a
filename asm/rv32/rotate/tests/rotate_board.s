# rotate: a quarter turn clockwise; four of them change nothing.
#   jal run tests/rotate_board.s

.import "../play.s"
.import "show.s"

.data
fields: .word  1,  2,  3,  4
        .word  5,  6,  7,  8
        .word  9, 10, 11, 12
        .word 13, 14, 15, 16

.text

# main(argc, argv): prints the board after each of four quarter turns.
#   result: a0 = 0
#   changes: a and t registers
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    li   s0, 4                  # s0 = turns that are left

main_turn:
    la   a0, fields
    jal  rotate
    la   a0, fields
    jal  show_board
    jal  show_line_end
    addi s0, s0, -1
    bnez s0, main_turn

    li   a0, 0
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
