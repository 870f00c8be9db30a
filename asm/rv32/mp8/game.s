# The game: its memory, its rules. Part of main.s; it prints nothing and reads nothing.
# It imports utils.s, so a test with a main of its own imports this file only.
#
# A game is five words:
#    0  rows
#    4  columns
#    8  score: the sum of all tiles that merges made
#   12  address of the cells: one word each, row by row; -1 is empty
#   16  the number of cells that fit in that memory

.import "utils.s"

.text

# make_game(rows, cols): makes a game whose cells are all empty.
#   a0 = rows, a1 = columns; both at least 1
#   result: a0 = address of the game
#   changes: a and t registers, the heap
.globl make_game
make_game:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    mv   t0, a0                 # rows
    mv   t1, a1                 # columns

    li   a0, 9                  # more heap: a1 bytes; gives their address
    li   a1, 20
    ecall
    mv   s0, a0                 # s0 = address of the game
    sw   zero, 12(s0)           # no cells yet
    sw   zero, 16(s0)

    mv   a1, t0
    mv   a2, t1
    jal  start_game

    mv   a0, s0
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# remake_game(game pointer, rows, cols): begins a new game in the place of the old one.
#   a0 = address of the word that holds the address of the game
#   a1 = rows, a2 = columns; both at least 1
#   changes: a and t registers, the game, the heap
.globl remake_game
remake_game:
    addi sp, sp, -16
    sw   ra, 12(sp)

    lw   a0, 0(a0)
    jal  start_game

    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# start_game(game, rows, cols): gives a game its size, the score 0 and empty cells. The cells that
# it has are used again, if they are enough.
#   a0 = address of the game, a1 = rows, a2 = columns
#   changes: a0, a1, t0 to t3, the game, the heap
.globl start_game
start_game:
    sw   a1, 0(a0)
    sw   a2, 4(a0)
    sw   zero, 8(a0)
    mv   t0, a0                 # address of the game

    mul  t1, a1, a2             # how many cells it needs
    lw   t2, 16(t0)             # how many it has
    ble  t1, t2, start_game_empty
    li   a0, 9                  # more heap: a1 bytes; gives their address
    slli a1, t1, 2
    ecall
    sw   a0, 12(t0)
    sw   t1, 16(t0)

start_game_empty:
    lw   t2, 12(t0)             # address of the cell at hand
    li   t3, -1
start_game_cell:
    sw   t3, 0(t2)
    addi t2, t2, 4
    addi t1, t1, -1
    bnez t1, start_game_cell
    ret

# get_cell(game, row, col): finds a cell.
#   a0 = address of the game, a1 = row, a2 = column; both count from 0
#   result: a0 = address of the cell, 0 if there is no such row or column
#   changes: t0, t1
.globl get_cell
get_cell:
    bltz a1, get_cell_none
    lw   t0, 0(a0)              # rows
    bge  a1, t0, get_cell_none
    bltz a2, get_cell_none
    lw   t0, 4(a0)              # columns
    bge  a2, t0, get_cell_none

    mul  t1, a1, t0             # the rows above,
    add  t1, t1, a2             # and the cells to the left
    slli t1, t1, 2
    lw   t0, 12(a0)
    add  a0, t0, t1
    ret
get_cell_none:
    li   a0, 0
    ret

# The four moves say which lines there are, and from which end the tiles of a line are taken: first
# the one that lies nearest to the edge they move to. slide_lines does the rest.

# move_w(game): moves all tiles up. A line is a column, from its top.
#   a0 = address of the game
#   result: a0 = 1 if any cell changed, else 0
#   changes: a and t registers, the game
.globl move_w
move_w:
    addi sp, sp, -16
    sw   ra, 12(sp)

    lw   a3, 0(a0)              # cells of a line: as many as rows
    lw   a5, 4(a0)              # lines: as many as columns
    slli a2, a5, 2              # the next cell of a line is a row further,
    li   a4, 4                  # the next line is a cell further
    lw   a1, 12(a0)             # it begins with the first cell
    jal  slide_lines

    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# move_s(game): moves all tiles down. A line is a column, from its bottom.
#   a0 = address of the game
#   result: a0 = 1 if any cell changed, else 0
#   changes: a and t registers, the game
.globl move_s
move_s:
    addi sp, sp, -16
    sw   ra, 12(sp)

    lw   a3, 0(a0)              # cells of a line: as many as rows
    lw   a5, 4(a0)              # lines: as many as columns
    slli t0, a5, 2              # bytes of a row
    neg  a2, t0                 # the next cell of a line is a row back,
    li   a4, 4                  # the next line is a cell further

    lw   a1, 12(a0)             # it begins with the first cell of the last row
    addi t1, a3, -1
    mul  t1, t1, t0             # bytes of the rows above that
    add  a1, a1, t1
    jal  slide_lines

    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# move_a(game): moves all tiles to the left. A line is a row, from its left end.
#   a0 = address of the game
#   result: a0 = 1 if any cell changed, else 0
#   changes: a and t registers, the game
.globl move_a
move_a:
    addi sp, sp, -16
    sw   ra, 12(sp)

    lw   a3, 4(a0)              # cells of a line: as many as columns
    lw   a5, 0(a0)              # lines: as many as rows
    li   a2, 4                  # the next cell of a line is a cell further,
    slli a4, a3, 2              # the next line is a row further
    lw   a1, 12(a0)             # it begins with the first cell
    jal  slide_lines

    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# move_d(game): moves all tiles to the right. A line is a row, from its right end.
#   a0 = address of the game
#   result: a0 = 1 if any cell changed, else 0
#   changes: a and t registers, the game
.globl move_d
move_d:
    addi sp, sp, -16
    sw   ra, 12(sp)

    lw   a3, 4(a0)              # cells of a line: as many as columns
    lw   a5, 0(a0)              # lines: as many as rows
    li   a2, -4                 # the next cell of a line is a cell back,
    slli a4, a3, 2              # the next line is a row further
    lw   a1, 12(a0)             # it begins with the last cell of the first row
    add  a1, a1, a4
    addi a1, a1, -4
    jal  slide_lines

    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# slide_lines(game, first, step, count, line step, lines): moves the tiles of all lines.
#   a0 = address of the game
#   a1 = address of the first cell of the first line
#   a2 = bytes from a cell of a line to the next one, a3 = how many cells a line has
#   a4 = bytes from a line to the next one, a5 = how many lines there are
#   result: a0 = 1 if any cell changed, else 0
#   changes: a and t registers, the game
.globl slide_lines
slide_lines:
    addi sp, sp, -32
    sw   ra, 28(sp)
    sw   s0, 24(sp)
    sw   s1, 20(sp)
    sw   s2, 16(sp)
    sw   s3, 12(sp)
    sw   s4, 8(sp)
    sw   s5, 4(sp)
    sw   s6, 0(sp)
    mv   s0, a0                 # s0 = address of the game
    mv   s1, a1                 # s1 = first cell of the line at hand
    mv   s2, a2                 # s2 = step
    mv   s3, a3                 # s3 = count
    mv   s4, a4                 # s4 = line step
    mv   s5, a5                 # s5 = lines that are left
    li   s6, 0                  # s6 = 1 if any cell changed

slide_lines_line:
    mv   a0, s0
    mv   a1, s1
    mv   a2, s2
    mv   a3, s3
    jal  slide_line
    or   s6, s6, a0
    add  s1, s1, s4
    addi s5, s5, -1
    bnez s5, slide_lines_line

    mv   a0, s6
    lw   s6, 0(sp)
    lw   s5, 4(sp)
    lw   s4, 8(sp)
    lw   s3, 12(sp)
    lw   s2, 16(sp)
    lw   s1, 20(sp)
    lw   s0, 24(sp)
    lw   ra, 28(sp)
    addi sp, sp, 32
    ret

# slide_line(game, first, step, count): moves the tiles of one line towards its first cell.
# Each tile in turn goes to the target, the first empty cell of the line (its own, if none before it
# is empty). But if the tile in front of the target is equal and was not combined in this move, the
# two combine there, and the target stays free for the next tile.
#   a0 = address of the game, a1 = address of the first cell
#   a2 = bytes from a cell to the next one, a3 = how many cells there are
#   result: a0 = 1 if any cell changed, else 0
#   changes: a and t registers, the line, the score of the game
.globl slide_line
slide_line:
    li   t0, 0                  # 1 if any cell changed
    mv   t1, a1                 # address of the cell at hand
    mv   t2, a1                 # address of the target
    li   t3, 0                  # last_combined: address of the cell, 0 while there is none
    li   t4, -1                 # an empty cell

slide_line_cell:
    lw   t5, 0(t1)              # the tile at hand
    beq  t5, t4, slide_line_next

    beq  t2, a1, slide_line_move        # nothing is in front of the first cell
    sub  t6, t2, a2             # address of the cell in front of the target
    beq  t6, t3, slide_line_move
    lw   a4, 0(t6)
    bne  a4, t5, slide_line_move

    sw   t4, 0(t1)              # combine the two
    add  t5, t5, a4
    sw   t5, 0(t6)
    mv   t3, t6
    lw   a4, 8(a0)              # their sum counts for the score
    add  a4, a4, t5
    sw   a4, 8(a0)
    li   t0, 1
    j    slide_line_next

slide_line_move:
    beq  t1, t2, slide_line_placed      # it is there already
    sw   t4, 0(t1)
    sw   t5, 0(t2)
    li   t0, 1
slide_line_placed:
    add  t2, t2, a2             # all cells before this one have tiles now

slide_line_next:
    add  t1, t1, a2
    addi a3, a3, -1
    bnez a3, slide_line_cell

    mv   a0, t0
    ret

# legal_move_check(game): is any cell empty, or are any two neighbours equal?
#   a0 = address of the game
#   result: a0 = 1 if so: a move is left; else 0
#   changes: t0 to t6, a1
.globl legal_move_check
legal_move_check:
    lw   t0, 0(a0)              # rows that are left, with the one at hand
    lw   t1, 4(a0)              # columns
    slli t2, t1, 2              # bytes of a row
    lw   t3, 12(a0)             # address of the cell at hand

legal_move_row:
    mv   t4, t1                 # cells of the row that are left, with the one at hand
legal_move_cell:
    lw   t5, 0(t3)
    bltz t5, legal_move_yes     # empty

    li   t6, 1
    beq  t4, t6, legal_move_below       # nothing is to the right of the last cell of a row
    lw   a1, 4(t3)
    beq  t5, a1, legal_move_yes
legal_move_below:
    beq  t0, t6, legal_move_next        # nothing is below the last row
    add  a1, t3, t2
    lw   a1, 0(a1)
    beq  t5, a1, legal_move_yes

legal_move_next:
    addi t3, t3, 4
    addi t4, t4, -1
    bnez t4, legal_move_cell
    addi t0, t0, -1
    bnez t0, legal_move_row

    li   a0, 0
    ret
legal_move_yes:
    li   a0, 1
    ret

# add_random_tile(game): puts a 2 or a 4, as likely, into a random empty cell.
#   a0 = address of the game
#   result: a0 = address of the cell, 0 if none is empty
#   changes: a and t registers, the game, random_state
.globl add_random_tile
add_random_tile:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    mv   s0, a0                 # s0 = address of the game, later of the cell

    jal  count_empty
    beqz a0, add_random_tile_end        # full: the result is the 0 that we have
    jal  random                 # which of the empty cells
    mv   a1, a0
    mv   a0, s0
    jal  find_empty
    mv   s0, a0

    li   a0, 2
    jal  random
    slli a0, a0, 1              # 0 or 1 becomes 2 or 4
    addi a0, a0, 2
    sw   a0, 0(s0)
    mv   a0, s0

add_random_tile_end:
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# count_empty(game): counts the empty cells.
#   a0 = address of the game
#   result: a0 = how many there are
#   changes: t0 to t3
.globl count_empty
count_empty:
    lw   t0, 0(a0)
    lw   t1, 4(a0)
    mul  t0, t0, t1             # cells that are left
    lw   t1, 12(a0)             # address of the cell at hand
    li   a0, 0
count_empty_cell:
    lw   t2, 0(t1)
    slt  t3, t2, zero           # 1 if it is empty
    add  a0, a0, t3
    addi t1, t1, 4
    addi t0, t0, -1
    bnez t0, count_empty_cell
    ret

# find_empty(game, number): finds an empty cell by its number.
#   a0 = address of the game
#   a1 = which of the empty cells, counted from 0; there must be that many
#   result: a0 = its address
#   changes: a1, t0
.globl find_empty
find_empty:
    lw   a0, 12(a0)             # address of the cell at hand
find_empty_cell:
    lw   t0, 0(a0)
    bgez t0, find_empty_next
    beqz a1, find_empty_found
    addi a1, a1, -1             # one empty cell less to pass
find_empty_next:
    addi a0, a0, 4
    j    find_empty_cell
find_empty_found:
    ret
