# The moves on single lines. For each line of the table, one row with move_a, with move_d, then one
# column with move_w, with move_s: prints 1 if any cell changed (0 if not), the score, and the line
# (columns from top to bottom, one cell a line).
#   jal run tests/lines_of_four.s

.import "../game.s"
.import "show.s"

.data
lines: .word 2, 2, 2, -1        # merges begin at the edge that the tiles move to
       .word 2, 2, 4, 8         # a combined tile does not combine again
       .word 4, 2, 2, -1
       .word 2, 2, 4, -1
       .word 2, 2, 2, 2         # two merges
       .word 4, 4, 2, 2
       .word 2, 4, 4, 2         # a merge in the middle
       .word 2, -1, -1, 2       # gaps
       .word -1, 2, -1, 2
       .word 2, -1, 2, 4
       .word 4, -1, 2, 2
       .word -1, -1, 2, -1      # a single tile
       .word 2, 4, -1, -1       # nothing changes to the left
       .word 2, 4, 2, 4         # nothing changes at all
       .word -1, -1, -1, -1
lines_end:

.text

# main(argc, argv): tries all lines.
#   result: a0 = 0
#   changes: a and t registers
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    sw   s2, 0(sp)

    li   a0, 1
    li   a1, 4
    jal  make_game
    mv   s0, a0                 # s0 = a game of one row
    li   a0, 4
    li   a1, 1
    jal  make_game
    mv   s1, a0                 # s1 = a game of one column

    la   s2, lines              # s2 = the line at hand
main_line:
    mv   a0, s0
    mv   a1, s2
    jal  fill_game
    mv   a0, s0
    jal  move_a
    mv   a1, s0
    jal  show_move

    mv   a0, s0
    mv   a1, s2
    jal  fill_game
    mv   a0, s0
    jal  move_d
    mv   a1, s0
    jal  show_move

    mv   a0, s1
    mv   a1, s2
    jal  fill_game
    mv   a0, s1
    jal  move_w
    mv   a1, s1
    jal  show_move

    mv   a0, s1
    mv   a1, s2
    jal  fill_game
    mv   a0, s1
    jal  move_s
    mv   a1, s1
    jal  show_move
    jal  print_line_end

    addi s2, s2, 16
    la   t0, lines_end
    bne  s2, t0, main_line

    li   a0, 0
    lw   s2, 0(sp)
    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# show_move(changed, game): prints what a move did.
#   a0 = the result of the move, a1 = address of the game
#   changes: a and t registers
.globl show_move
show_move:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    mv   s0, a1                 # s0 = address of the game

    jal  show_number
    mv   a0, s0
    jal  show_game

    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
