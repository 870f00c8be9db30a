# The picture: the score and the tiles in colours. Part of main.s.

# The character that begins a command to the terminal; strings cannot spell it in Venus.
#define ESCAPE 27
#define TILE_WIDTH 5

# The first colour is green; the next ones are yellow, blue, magenta, cyan and white.
#define FIRST_COLOUR 32
#define COLOURS 6

.data
clear_text: .string "[2J"       # these follow an escape: clear the screen,
home_text: .string "[H"         # go to its upper left corner,
colour_off_text: .string "[0m"  # back to the usual colour
score_text: .string " Score : "
.align 2                        # the words of the next file shall lie at multiples of 4

.text

# draw_board(total, command): sets the score, draws the board, and writes both to the log.
#   a0 = what the sum of all tiles must be, a1 = the command that led to this board
#   result: a0 = 0, or -1 (and nothing is drawn) if the sum is another
#   changes: a and t registers, the score, the log
.globl draw_board
draw_board:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    mv   s0, a0                 # s0 = total
    mv   s1, a1                 # s1 = command

    jal  add_tiles
    bne  a0, s0, draw_board_wrong
    jal  set_score

    mv   a0, s1
    jal  log_board
    jal  draw_score
    jal  draw_tiles
    li   a0, 0
    j    draw_board_end

draw_board_wrong:
    li   a0, -1
draw_board_end:
    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# add_tiles(): the sum of all tiles.
#   result: a0 = the sum
#   changes: t0, t1, t2
.globl add_tiles
add_tiles:
    li   a0, 0
    la   t0, board              # the field at hand
    addi t1, t0, 64             # after the last one
add_tiles_field:
    lw   t2, 0(t0)
    add  a0, a0, t2
    addi t0, t0, 4
    bne  t0, t1, add_tiles_field
    ret

# set_score(): makes the score the largest tile.
#   changes: t0 to t3, the score
.globl set_score
set_score:
    li   t3, 0                  # the largest one so far
    la   t0, board              # the field at hand
    addi t1, t0, 64             # after the last one
set_score_field:
    lw   t2, 0(t0)
    ble  t2, t3, set_score_next
    mv   t3, t2
set_score_next:
    addi t0, t0, 4
    bne  t0, t1, set_score_field

    la   t0, score
    sw   t3, 0(t0)
    ret

# draw_score(): clears the screen and prints the score.
#   changes: a and t registers
.globl draw_score
draw_score:
    addi sp, sp, -16
    sw   ra, 12(sp)

    la   a0, clear_text
    jal  print_escape
    la   a0, home_text
    jal  print_escape

    li   a0, 4                  # print the string at a1
    la   a1, score_text
    ecall
    li   a0, 1                  # print the integer in a1
    la   a1, score
    lw   a1, 0(a1)
    ecall
    li   a0, 11                 # print the character in a1
    li   a1, '\n'
    ecall

    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# draw_tiles(): prints the four rows, with two line ends before and after each.
#   changes: a and t registers
.globl draw_tiles
draw_tiles:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    la   s0, board              # s0 = the row at hand
    addi s1, s0, 64             # s1 = after the last one

draw_tiles_row:
    jal  print_two_line_ends
    mv   a0, s0
    jal  draw_row
    jal  print_two_line_ends
    addi s0, s0, 16
    bne  s0, s1, draw_tiles_row

    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# draw_row(row): prints the four tiles of a row.
#   a0 = address of the row
#   changes: a and t registers
.globl draw_row
draw_row:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    mv   s0, a0                 # s0 = the field at hand
    addi s1, a0, 16             # s1 = after the last one

draw_row_tile:
    lw   a0, 0(s0)
    jal  draw_tile
    addi s0, s0, 4
    bne  s0, s1, draw_row_tile

    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# draw_tile(tile): prints a tile in its colour, right-aligned.
#   a0 = the tile, 0 for an empty field
#   changes: a and t registers
.globl draw_tile
draw_tile:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    mv   s0, a0                 # s0 = the tile

    jal  colour_of
    jal  print_colour
    mv   a0, s0
    jal  print_aligned
    la   a0, colour_off_text
    jal  print_escape

    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# colour_of(tile): the colour of a tile: the next one for each power of two, round and round.
#   a0 = the tile, 0 for an empty field
#   result: a0 = the number of the colour: 32 + k % 6 for the tile 2^k, 32 if it is no power of two
#   changes: t0, t1, t2
.globl colour_of
colour_of:
    li   t0, 0                  # k
    li   t1, 1                  # 2^k
colour_of_try:
    beq  t1, a0, colour_of_found
    addi t0, t0, 1
    slli t1, t1, 1
    bnez t1, colour_of_try      # after 32 steps the 1 has left the register
    li   t0, 0

colour_of_found:
    li   t2, COLOURS
    remu t0, t0, t2
    addi a0, t0, FIRST_COLOUR
    ret

# print_colour(colour): what is printed from now on has this colour.
#   a0 = the number of the colour
#   changes: a0, a1, t0
.globl print_colour
print_colour:
    mv   t0, a0
    li   a0, 11                 # print the character in a1
    li   a1, ESCAPE
    ecall
    li   a0, 11
    li   a1, '['
    ecall
    li   a0, 1                  # print the integer in a1
    mv   a1, t0
    ecall
    li   a0, 11
    li   a1, 'm'
    ecall
    ret

# print_escape(text): sends a command to the terminal.
#   a0 = address of what follows the escape
#   changes: a0, a1, t0
.globl print_escape
print_escape:
    mv   t0, a0
    li   a0, 11                 # print the character in a1
    li   a1, ESCAPE
    ecall
    li   a0, 4                  # print the string at a1
    mv   a1, t0
    ecall
    ret

# print_aligned(number): prints a number with as many blanks before it as TILE_WIDTH asks for.
#   a0 = the number, not negative
#   changes: a0, a1, t0 to t3
.globl print_aligned
print_aligned:
    mv   t0, a0                 # the number
    mv   t1, a0                 # what is left of it when digits are taken away
    li   t2, TILE_WIDTH         # blanks to print
    li   t3, 10
print_aligned_digit:
    addi t2, t2, -1
    divu t1, t1, t3
    bnez t1, print_aligned_digit

print_aligned_blank:
    blez t2, print_aligned_number
    li   a0, 11                 # print the character in a1
    li   a1, ' '
    ecall
    addi t2, t2, -1
    j    print_aligned_blank

print_aligned_number:
    li   a0, 1                  # print the integer in a1
    mv   a1, t0
    ecall
    ret

# print_two_line_ends(): goes to the next line but one.
#   changes: a0, a1
.globl print_two_line_ends
print_two_line_ends:
    li   a0, 11                 # print the character in a1
    li   a1, '\n'
    ecall
    li   a0, 11
    ecall
    ret
