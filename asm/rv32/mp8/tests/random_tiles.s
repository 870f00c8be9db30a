# add_random_tile: fills a grid of 2 x 3 cell by cell, prints it each time, and gives 0 when it is
# full. Then 1000 first tiles: how many are 4 (about half), and how often each cell got one.
#   jal run tests/random_tiles.s

.import "../game.s"
.import "show.s"

.data
hits: .word 0, 0, 0, 0, 0, 0

.text

# main(argc, argv): prints games and counts.
#   result: a0 = 0
#   changes: a and t registers
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)

    li   a0, 2
    li   a1, 3
    jal  make_game
    mv   s0, a0                 # s0 = address of the game

main_tile:
    mv   a0, s0
    jal  add_random_tile
    beqz a0, main_full
    mv   a0, s0
    jal  show_game
    j    main_tile

main_full:
    mv   a0, s0
    jal  show_game              # nothing changed

    mv   a0, s0
    jal  count_tiles
    jal  show_number
    jal  print_line_end
    mv   a0, s0
    la   a1, hits
    jal  fill_game
    mv   a0, s0
    jal  show_game

    li   a0, 0
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# count_tiles(game): makes 1000 tiles, each in an empty grid, and counts where they are.
#   a0 = address of the game, of 2 x 3
#   result: a0 = how many of them are 4
#   changes: a and t registers, the game, hits
.globl count_tiles
count_tiles:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    sw   s2, 0(sp)
    mv   s0, a0                 # s0 = address of the game
    li   s1, 1000               # s1 = tiles to make
    li   s2, 0                  # s2 = how many of them are 4

count_tiles_tile:
    mv   a0, s0
    li   a1, 2
    li   a2, 3
    jal  start_game
    mv   a0, s0
    jal  add_random_tile

    lw   t0, 0(a0)              # the tile
    srli t0, t0, 2              # 1 for 4, 0 for 2
    add  s2, s2, t0
    lw   t0, 12(s0)
    sub  t0, a0, t0             # how far after the first cell it lies
    la   t1, hits
    add  t0, t1, t0             # as far after the first count
    lw   t1, 0(t0)
    addi t1, t1, 1
    sw   t1, 0(t0)

    addi s1, s1, -1
    bnez s1, count_tiles_tile

    mv   a0, s2
    lw   s2, 0(sp)
    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
