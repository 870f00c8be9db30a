# A board whose tiles do not add up to what was created ends the game with exit code 255 (-1).
#   jal run tests/wrong_total.s < tests/wrong_total.in

.import "../play.s"
.import "show.s"

.text

# main(argc, argv): starts a game, adds a tile that nobody created, and plays on.
#   result: a0 = what play_turns gives
#   changes: a and t registers, the board
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)

    jal  start_board
    mv   s0, a0                 # s0 = the sum of the tiles

    la   t0, board
    lw   t1, 0(t0)
    addi t1, t1, 2
    sw   t1, 0(t0)

    mv   a0, s0
    jal  play_turns
    mv   s0, a0
    jal  show_number
    mv   a0, s0

    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
