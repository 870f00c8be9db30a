# 2048 on a grid of any size: the program.
#   jal run asm/rv32/mp8/main.s                       (asks for the size)
#   jal run asm/rv32/mp8/main.s 7                     (7 is the seed of the random numbers)
# Keys: w a s d move, n begins a new game, q quits. README.md says more.

.import "game.s"

.data
.globl cur_game
cur_game: .word 0               # address of the game (see game.s), 0 before the first one

ask_text:       .string "Enter the dimensions (rows columns): "
wrong_text:     .string "Please enter two whole numbers from 1 to 20.\n"
score_text:     .string "Score: "
empty_text:     .string "    **"
keys_text:      .string "w/a/s/d to move, n for a new game, q to quit: "
unknown_text:   .string "Unknown key: please press w, a, s, d, n or q.\n"
unmoved_text:   .string "No tile can move that way.\n"
no_moves_text:  .string "No legal moves left. Final score: "
quit_text:      .string "Quitting..\n"
.align 2                        # the words of the next file shall lie at multiples of 4

.text

# main(argc, argv): the whole program.
#   a0 = argc, a1 = argv; argv[1], if it is there, is the seed
#   result: a0 = exit code 0
#   changes: a and t registers, cur_game and the game
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)

    jal  seed_random            # takes argc and argv as they are
    jal  new_game
    beqz a0, main_quit

main_turn:
    jal  take_turn
    bgtz a0, main_turn
    bltz a0, main_end           # no move was left, and the player knows

main_quit:
    la   a0, quit_text
    jal  print_text
main_end:
    li   a0, 0
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# new_game(): asks for the dimensions and makes cur_game a game of that size, with one tile.
#   result: a0 = 1, or 0 if the input ended
#   changes: a and t registers, cur_game and the game
.globl new_game
new_game:
    addi sp, sp, -16            # 0(sp) = rows, 4(sp) = columns
    sw   ra, 12(sp)

    mv   a0, sp
    jal  ask_dimensions
    beqz a0, new_game_end

    la   t0, cur_game
    lw   t1, 0(t0)
    bnez t1, new_game_remake
    lw   a0, 0(sp)
    lw   a1, 4(sp)
    jal  make_game
    la   t0, cur_game
    sw   a0, 0(t0)
    j    new_game_tile

new_game_remake:
    mv   a0, t0
    lw   a1, 0(sp)
    lw   a2, 4(sp)
    jal  remake_game

new_game_tile:
    la   a0, cur_game
    lw   a0, 0(a0)
    jal  add_random_tile
    li   a0, 1

new_game_end:
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# ask_dimensions(dimensions): asks for rows and columns until the answer is good.
#   a0 = address of two words that get the rows and the columns
#   result: a0 = 1, or 0 if the input ended
#   changes: a and t registers
.globl ask_dimensions
ask_dimensions:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    mv   s0, a0                 # s0 = where the dimensions go

ask_dimensions_again:
    la   a0, ask_text
    jal  print_text
    jal  read_dimension
    blez a0, ask_dimensions_bad
    sw   a0, 0(s0)
    jal  read_dimension
    blez a0, ask_dimensions_bad
    sw   a0, 4(s0)
    jal  print_line_end
    li   a0, 1
    j    ask_dimensions_end

ask_dimensions_bad:
    mv   s1, a0                 # s1 = why: 0 wrong, -1 no more input
    jal  print_line_end
    bltz s1, ask_dimensions_none
    jal  skip_line              # the rest of the line after a wrong word is ignored
    la   a0, wrong_text
    jal  print_text
    j    ask_dimensions_again

ask_dimensions_none:
    li   a0, 0
ask_dimensions_end:
    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# read_dimension(): reads a number of rows or columns.
#   result: a0 = the number, from 1 to 20; 0 if it is another one or none; -1 if the input ended
#   changes: a and t registers
.globl read_dimension
read_dimension:
    addi sp, sp, -16
    sw   ra, 12(sp)

    jal  read_number
    li   t0, -2                 # the input ended
    beq  a0, t0, read_dimension_none
    bltz a0, read_dimension_wrong
    li   t0, 20                 # the most rows, and the most columns
    ble  a0, t0, read_dimension_end     # a 0 says itself that it is wrong

read_dimension_wrong:
    li   a0, 0
    j    read_dimension_end
read_dimension_none:
    li   a0, -1
read_dimension_end:
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# take_turn(): shows the game, reads a key and obeys it.
#   result: a0 = 1 if the game continues, 0 if the player quits, -1 if no legal move was left
#   changes: a and t registers, cur_game and the game
.globl take_turn
take_turn:
    addi sp, sp, -16
    sw   ra, 12(sp)

    la   a0, cur_game
    lw   a0, 0(a0)
    jal  print_game
    la   a0, cur_game
    lw   a0, 0(a0)
    jal  legal_move_check
    beqz a0, take_turn_over

    la   a0, keys_text
    jal  print_text
    jal  read_key
    jal  obey_key
    j    take_turn_end

take_turn_over:
    jal  print_final_score
    li   a0, -1
take_turn_end:
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# obey_key(key): ends the line of the prompt, and does what the key says.
#   a0 = the key, or 65535 at the end of the input
#   result: a0 = 1 if the game continues, 0 if the player quits
#   changes: a and t registers, cur_game and the game
.globl obey_key
obey_key:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    mv   s0, a0                 # s0 = the key

    jal  print_line_end
    li   t0, 65535              # the end of the input
    beq  s0, t0, obey_key_quit
    li   t0, 'q'
    beq  s0, t0, obey_key_quit
    li   t0, 'n'
    beq  s0, t0, obey_key_new

    mv   a0, s0
    jal  move_by_key
    bltz a0, obey_key_unknown
    beqz a0, obey_key_unmoved
    la   a0, cur_game
    lw   a0, 0(a0)
    jal  add_random_tile
    j    obey_key_go_on

obey_key_unknown:
    la   a0, unknown_text
    jal  print_text
    j    obey_key_go_on

obey_key_unmoved:
    la   a0, unmoved_text
    jal  print_text
obey_key_go_on:
    li   a0, 1
    j    obey_key_end

obey_key_new:
    jal  new_game               # its result is ours: without an answer the player quits
    j    obey_key_end
obey_key_quit:
    li   a0, 0
obey_key_end:
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# move_by_key(key): moves the tiles of cur_game.
#   a0 = the key
#   result: a0 = 1 if any cell changed, 0 if none did, -1 if the key is none of w, a, s, d
#   changes: a and t registers, the game
.globl move_by_key
move_by_key:
    addi sp, sp, -16
    sw   ra, 12(sp)

    mv   t0, a0
    la   a0, cur_game
    lw   a0, 0(a0)              # the game, for whichever move it is
    li   t1, 'w'
    beq  t0, t1, move_by_key_w
    li   t1, 'a'
    beq  t0, t1, move_by_key_a
    li   t1, 's'
    beq  t0, t1, move_by_key_s
    li   t1, 'd'
    beq  t0, t1, move_by_key_d
    li   a0, -1
    j    move_by_key_end

move_by_key_w:
    jal  move_w
    j    move_by_key_end
move_by_key_a:
    jal  move_a
    j    move_by_key_end
move_by_key_s:
    jal  move_s
    j    move_by_key_end
move_by_key_d:
    jal  move_d
move_by_key_end:
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# print_game(game): prints the score and the grid.
#   a0 = address of the game
#   changes: a and t registers
.globl print_game
print_game:
    addi sp, sp, -32
    sw   ra, 28(sp)
    sw   s0, 24(sp)
    sw   s1, 20(sp)
    sw   s2, 16(sp)
    lw   s0, 0(a0)              # s0 = rows that are left
    lw   s1, 4(a0)              # s1 = columns
    lw   s2, 12(a0)             # s2 = address of the row at hand

    lw   a1, 8(a0)              # the score
    la   a0, score_text
    jal  print_labelled

print_game_row:
    mv   a0, s2
    mv   a1, s1
    jal  print_row
    slli t0, s1, 2              # bytes of a row
    add  s2, s2, t0
    addi s0, s0, -1
    bnez s0, print_game_row

    lw   s2, 16(sp)
    lw   s1, 20(sp)
    lw   s0, 24(sp)
    lw   ra, 28(sp)
    addi sp, sp, 32
    ret

# print_row(cells, count): prints a row of cells and a line end.
#   a0 = address of the first cell, a1 = how many there are
#   changes: a and t registers
.globl print_row
print_row:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    mv   s0, a0                 # s0 = address of the cell at hand
    mv   s1, a1                 # s1 = cells that are left

print_row_cell:
    lw   a0, 0(s0)
    jal  print_cell
    addi s0, s0, 4
    addi s1, s1, -1
    bnez s1, print_row_cell
    jal  print_line_end

    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# print_cell(cell): prints a cell, right-aligned in six columns.
#   a0 = what is in it: a tile, or -1
#   changes: a and t registers
.globl print_cell
print_cell:
    addi sp, sp, -16
    sw   ra, 12(sp)

    bltz a0, print_cell_empty
    li   a1, 6
    jal  print_aligned
    j    print_cell_end
print_cell_empty:
    la   a0, empty_text
    jal  print_text
print_cell_end:
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# print_final_score(): says that the game is over, and the score of cur_game.
#   changes: a and t registers
.globl print_final_score
print_final_score:
    addi sp, sp, -16
    sw   ra, 12(sp)

    la   a0, no_moves_text
    la   a1, cur_game
    lw   a1, 0(a1)
    lw   a1, 8(a1)              # the score
    jal  print_labelled

    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
