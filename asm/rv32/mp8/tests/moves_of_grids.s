# The moves on grids that are not square: 3 x 4 and 4 x 3, all directions from the same cells (w, a,
# s, d). Then w, a, s, d, w, a, s, d one after another: the score adds up.
#   jal run tests/moves_of_grids.s

.import "../game.s"
.import "show.s"

.data
cells: .word  2,  2,  4,  8
       .word  2, -1,  4,  8
       .word -1,  2,  2, 16

.text

# main(argc, argv): tries both shapes.
#   result: a0 = 0
#   changes: a and t registers
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)

    li   a0, 3
    li   a1, 4
    jal  make_game
    jal  try_game
    li   a0, 4
    li   a1, 3
    jal  make_game
    jal  try_game

    li   a0, 0
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# try_game(game): moves the cells in all directions, from the start and one after another.
#   a0 = address of the game
#   changes: a and t registers, the game
.globl try_game
try_game:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    mv   s0, a0                 # s0 = address of the game

    li   s1, 0                  # s1 = number of the direction
try_game_fresh:
    mv   a0, s0
    la   a1, cells
    jal  fill_game
    mv   a0, s0
    mv   a1, s1
    jal  try_move
    addi s1, s1, 1
    li   t0, 4
    blt  s1, t0, try_game_fresh

    mv   a0, s0
    la   a1, cells
    jal  fill_game
    li   s1, 0
try_game_on:
    mv   a0, s0
    andi a1, s1, 3
    jal  try_move
    addi s1, s1, 1
    li   t0, 8
    blt  s1, t0, try_game_on

    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# try_move(game, direction): moves, and prints whether any cell changed, and the game.
#   a0 = address of the game, a1 = 0 up, 1 left, 2 down, 3 right
#   changes: a and t registers, the game
.globl try_move
try_move:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    mv   s0, a0                 # s0 = address of the game

    beqz a1, try_move_w
    li   t0, 1
    beq  a1, t0, try_move_a
    li   t0, 2
    beq  a1, t0, try_move_s
    jal  move_d
    j    try_move_show
try_move_w:
    jal  move_w
    j    try_move_show
try_move_a:
    jal  move_a
    j    try_move_show
try_move_s:
    jal  move_s
try_move_show:
    jal  show_number
    mv   a0, s0
    jal  show_game
    jal  print_line_end

    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
