# draw_tile: every tile in its colour (the colours repeat after six), right-aligned; numbers that
# are too wide for that are printed whole; what is no power of two has the first colour.
#   jal run tests/colours.s

.import "../play.s"
.import "show.s"

.data
last_tiles: .word 1073741824, 3, 100

.text

# main(argc, argv): prints the tiles 0, 2, 4, ... up to 131072, then some others, one a line.
#   result: a0 = 0
#   changes: a and t registers
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)

    li   a0, 0
    jal  show_tile
    li   s0, 2                  # s0 = the tile at hand
main_tile:
    mv   a0, s0
    jal  show_tile
    slli s0, s0, 1
    li   t0, 131072
    ble  s0, t0, main_tile

    la   s0, last_tiles         # s0 = address of the tile at hand
    lw   a0, 0(s0)
    jal  show_tile
    lw   a0, 4(s0)
    jal  show_tile
    lw   a0, 8(s0)
    jal  show_tile

    li   a0, 0
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# show_tile(tile): draws a tile on a line of its own.
#   a0 = the tile
#   changes: a and t registers
.globl show_tile
show_tile:
    addi sp, sp, -16
    sw   ra, 12(sp)
    jal  draw_tile
    jal  show_line_end
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
