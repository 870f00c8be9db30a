# make_game and remake_game: rows, columns, score and empty cells; the game stays where it is; its
# cells stay where they are while they are enough. Prints after each step: rows, columns, for how
# many cells there is memory, 1 if the game stayed, 1 if the cells stayed; then score and cells.
#   jal run tests/make_remake.s

.import "../game.s"
.import "show.s"

.data
game_pointer: .word 0
first_game:   .word 0           # addresses after the first step
first_cells:  .word 0

.text

# main(argc, argv): makes a game of 2 x 3, then others in its place, and a second game.
#   result: a0 = 0
#   changes: a and t registers
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)

    li   a0, 2
    li   a1, 3
    jal  make_game
    la   t0, game_pointer
    sw   a0, 0(t0)
    la   t0, first_game
    sw   a0, 0(t0)
    lw   t1, 12(a0)
    la   t0, first_cells
    sw   t1, 0(t0)
    jal  show_memory

    li   a0, 1                  # smaller
    li   a1, 2
    jal  remake_used
    li   a0, 3                  # the first size again, the other way round
    li   a1, 2
    jal  remake_used
    li   a0, 4                  # larger: other cells
    li   a1, 3
    jal  remake_used
    li   a0, 2                  # smaller again
    li   a1, 2
    jal  remake_used

    li   a0, 2                  # a second game does not touch the first one
    li   a1, 2
    jal  make_game
    jal  add_random_tile
    jal  show_memory

    li   a0, 0
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# remake_used(rows, cols): puts a score and a tile into the game, remakes it and prints it.
#   a0 = rows, a1 = columns
#   changes: a and t registers, the game
.globl remake_used
remake_used:
    addi sp, sp, -16
    sw   ra, 12(sp)
    mv   a2, a1
    mv   a1, a0

    la   a0, game_pointer
    lw   t0, 0(a0)
    li   t1, 4
    sw   t1, 8(t0)              # the score
    lw   t0, 12(t0)
    sw   t1, 0(t0)              # the first cell

    jal  remake_game
    jal  show_memory

    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# show_memory(): prints what is in the game, and whether it and its cells are where they were.
#   changes: a and t registers
.globl show_memory
show_memory:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    la   s0, game_pointer
    lw   s0, 0(s0)              # s0 = address of the game

    lw   a0, 0(s0)
    jal  show_number
    lw   a0, 4(s0)
    jal  show_number
    lw   a0, 16(s0)
    jal  show_number

    la   t0, first_game
    lw   t0, 0(t0)
    sub  t0, t0, s0
    seqz a0, t0
    jal  show_number
    la   t0, first_cells
    lw   t0, 0(t0)
    lw   t1, 12(s0)
    sub  t0, t0, t1
    seqz a0, t0
    jal  show_number

    jal  print_line_end
    mv   a0, s0
    jal  show_game

    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
