# get_cell in a game of 2 x 3: how many bytes after the first cell each cell lies, for the rows -1
# to 2 (one a line) and the columns -1 to 3; -1 where it gives 0, for none. The last line has rows
# and columns that are far outside.
#   jal run tests/cell_addresses.s

.import "../game.s"
.import "show.s"

.text

# main(argc, argv): asks for all cells.
#   result: a0 = 0
#   changes: a and t registers
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    sw   s2, 0(sp)

    li   a0, 2
    li   a1, 3
    jal  make_game
    mv   s0, a0                 # s0 = address of the game

    li   s1, -1                 # s1 = row
main_row:
    li   s2, -1                 # s2 = column
main_column:
    mv   a0, s0
    mv   a1, s1
    mv   a2, s2
    jal  show_offset
    addi s2, s2, 1
    li   t0, 3
    ble  s2, t0, main_column
    jal  print_line_end
    addi s1, s1, 1
    li   t0, 2
    ble  s1, t0, main_row

    mv   a0, s0
    li   a1, 0x7fffffff
    li   a2, 0
    jal  show_offset
    mv   a0, s0
    li   a1, 0
    li   a2, 0x7fffffff
    jal  show_offset
    mv   a0, s0
    li   a1, 0x80000000         # the smallest number
    li   a2, 0
    jal  show_offset
    mv   a0, s0
    li   a1, 1
    li   a2, 0x80000000
    jal  show_offset
    jal  print_line_end

    li   a0, 0
    lw   s2, 0(sp)
    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# show_offset(game, row, col): prints where a cell lies.
#   a0 = address of the game, a1 = row, a2 = column
#   changes: a and t registers
.globl show_offset
show_offset:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    lw   s0, 12(a0)             # s0 = address of the first cell

    jal  get_cell
    beqz a0, show_offset_none
    sub  a0, a0, s0
    j    show_offset_print
show_offset_none:
    li   a0, -1
show_offset_print:
    jal  show_number

    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
