# set_board: boards with every kind of row, moved in all directions. Prints for each direction
# (right, up, left, down) whether anything moved, and the board.
#   jal run tests/set_board_moves.s

.import "../play.s"
.import "show.s"

.data
# One after another: a tile merges once a move, from the edge on that it moves to; gaps; empty rows;
# nothing moves to the right or down; nothing moves at all.
boards: .word 2, 2, 2, 2
        .word 4, 2, 2, 0
        .word 2, 2, 4, 8
        .word 2, 0, 2, 4

        .word 2, 2, 2, 0
        .word 0, 4, 4, 8
        .word 8, 0, 0, 8
        .word 4, 4, 8, 8

        .word 2, 0, 0, 0
        .word 0, 0, 0, 0
        .word 0, 0, 4, 0
        .word 0, 0, 4, 0

        .word 0, 0, 0, 2
        .word 0, 0, 2, 4
        .word 0, 2, 4, 2
        .word 2, 4, 2, 4

        .word 2, 4, 2, 4
        .word 4, 2, 4, 2
        .word 2, 4, 2, 4
        .word 4, 2, 4, 2
boards_end:

.text

# main(argc, argv): moves all boards in all directions.
#   result: a0 = 0
#   changes: a and t registers, the board
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    la   s0, boards             # s0 = the board at hand

main_board:
    li   s1, 0                  # s1 = direction
main_direction:
    mv   a0, s0
    mv   a1, s1
    jal  try_direction
    addi s1, s1, 1
    li   t0, 4
    blt  s1, t0, main_direction

    addi s0, s0, 64
    la   t0, boards_end
    bne  s0, t0, main_board

    li   a0, 0
    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# try_direction(fields, direction): moves a copy of a board and prints what came of it.
#   a0 = address of the board, a1 = direction
#   changes: a and t registers, the board
.globl try_direction
try_direction:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    mv   s0, a1                 # s0 = direction

    la   a1, board
    jal  copy_board
    mv   a0, s0
    la   a1, board
    jal  set_board
    jal  show_number
    la   a0, board
    jal  show_board
    jal  show_line_end

    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
