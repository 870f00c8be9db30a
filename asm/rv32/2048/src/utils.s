# Everything around the eight subroutines of the game 2048: random tiles, lines
# in the direction of a move, score, input and output.
#   Imported by main.s. It uses the memory of buffer.s and calls place,
#   move_check, complete_move and printboard: main.s imports those files.
#
# This file is given: do not change it.
#
# Contents:
#   random numbers   seed_random, parse_number, random
#   random tiles     place_random_tile, count_empty, find_empty
#   moves            build_line, move_board, add_score, can_move, can_move_to
#   input            read_key, ask_pretty, read_move
#   output           show_game, show_final_score, print_fields, print_message,
#                    print_text, print_number
.globl seed_random parse_number random
.globl place_random_tile count_empty find_empty
.globl build_line move_board add_score can_move can_move_to
.globl read_key ask_pretty read_move
.globl show_game show_final_score print_fields print_message
.globl print_text print_number

.data
utils_directions:       .string "adws"
utils_ask_pretty:       .string "Pretty print the board? (y/n) "
utils_ask_again:        .string "Please answer y or n: "
utils_ask_move:         .string "Move (w/a/s/d, q to quit): "
utils_invalid_pretty:   .string "That is not a move.\n"
utils_invalid_quiet:    .string "invalid\n"
utils_score_pretty:     .string "Score: "
utils_score_quiet:      .string "score "
utils_final_score:      .string "Final score: "
utils_blank:            .string " "
utils_newline:          .string "\n"
utils_nothing:          .byte 0     # the empty text
.align 2                            # the next file's data begins at a word

.text

# ---------------------------------------------------------------------------
# Random numbers
# ---------------------------------------------------------------------------

# seed_random: begins the row of random numbers with the program's first
# argument, or with 2048 if there is none. The same seed gives the same game.
#   a0 = number of arguments; the first one is the program's name
#   a1 = address of the array of their addresses
# No result; changes random_state.
seed_random:
    addi sp, sp, -16
    sw   ra, 0(sp)

    mv   t0, a0
    li   a0, 2048                   # the seed if there is no argument
    li   t1, 2
    blt  t0, t1, seed_random_store
    lw   a0, 4(a1)                  # the argument after the program's name
    jal  parse_number

seed_random_store:
    la   t0, random_state
    sw   a0, 0(t0)

    lw   ra, 0(sp)
    addi sp, sp, 16
    ret

# parse_number: turns text into a number. It reads decimal digits up to the
# first other character; without any digit the number is 0.
#   a0 = address of the text
# Result:
#   a0 = the number, modulo 2^32
parse_number:
    li   t0, 0                      # t0 = the number so far
    li   t1, 10

parse_number_loop:
    lbu  t2, 0(a0)
    addi t2, t2, -48                # '0' has the code 48
    bgeu t2, t1, parse_number_done  # no digit; below '0' is a huge number here
    mul  t0, t0, t1
    add  t0, t0, t2
    addi a0, a0, 1
    j    parse_number_loop

parse_number_done:
    mv   a0, t0
    ret

# random: the next random number.
#   a0 = bound, at least 1
# Result:
#   a0 = a number from 0 to bound - 1
# Changes random_state. The low bits of the state repeat soon: they are not
# used.
random:
    la   t0, random_state
    lw   t1, 0(t0)
    li   t2, 1664525
    mul  t1, t1, t2
    li   t2, 1013904223
    add  t1, t1, t2
    sw   t1, 0(t0)

    srli t1, t1, 16
    remu a0, t1, a0
    ret

# ---------------------------------------------------------------------------
# Random tiles
# ---------------------------------------------------------------------------

# place_random_tile: puts a new tile on an empty field chosen at random, a 4 in
# one of ten cases, otherwise a 2. A full board stays as it is.
# No parameters, no result; changes board and random_state.
place_random_tile:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)

    jal  count_empty
    beqz a0, place_random_tile_done
    jal  random                     # a0 still is the number of empty fields
    mv   s0, a0                     # s0 = which of the empty fields

    li   s1, 2                      # s1 = value of the tile
    li   a0, 10
    jal  random
    bnez a0, place_random_tile_place
    li   s1, 4

place_random_tile_place:
    mv   a0, s0
    jal  find_empty
    mv   a2, a0                     # index of the field
    la   a0, board
    li   a1, 16
    mv   a3, s1
    jal  place

place_random_tile_done:
    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    addi sp, sp, 16
    ret

# count_empty: counts the empty fields of the board.
# No parameters.
# Result:
#   a0 = number of empty fields
count_empty:
    li   a0, 0
    la   t0, board                  # t0 = address of the field
    li   t1, 16                     # t1 = fields to look at

count_empty_loop:
    lhu  t2, 0(t0)
    bnez t2, count_empty_next
    addi a0, a0, 1

count_empty_next:
    addi t0, t0, 2                  # a field takes two bytes
    addi t1, t1, -1
    bnez t1, count_empty_loop
    ret

# find_empty: finds an empty field of the board by its number among the empty
# ones, row by row.
#   a0 = how many empty fields come before it; there must be more than that
# Result:
#   a0 = index of the field, 0 to 15
find_empty:
    la   t0, board                  # t0 = address of the field
    li   t1, 0                      # t1 = index of the field

find_empty_loop:
    lhu  t2, 0(t0)
    bnez t2, find_empty_next
    beqz a0, find_empty_done        # this is the one
    addi a0, a0, -1

find_empty_next:
    addi t0, t0, 2                  # a field takes two bytes
    addi t1, t1, 1
    j    find_empty_loop

find_empty_done:
    mv   a0, t1
    ret

# ---------------------------------------------------------------------------
# Moves
# ---------------------------------------------------------------------------

# build_line: writes the addresses of one row or column to line, in an order
# such that the move goes to the left. So the eight subroutines need not know
# any other direction. The first field and the step to the next one are:
#   left  (a)   first of the row        +2      (a field takes two bytes,
#   right (d)   last of the row         -2       a row eight)
#   up    (w)   top of the column       +8
#   down  (s)   bottom of the column    -8
#   a0 = direction: the character w, a, s or d
#   a1 = number of the row or column, 0 to 3
# No result; changes line.
build_line:
    la   t0, board
    slli t1, a1, 3
    add  t1, t0, t1                 # t1 = first field of row a1
    slli t2, a1, 1
    add  t2, t0, t2                 # t2 = top field of column a1

    li   t3, 'd'
    beq  a0, t3, build_line_right
    li   t3, 'w'
    beq  a0, t3, build_line_up
    li   t3, 's'
    beq  a0, t3, build_line_down

    mv   t0, t1                     # left; t0 = address of the first field
    li   t3, 2                      # t3 = step
    j    build_line_store
build_line_right:
    addi t0, t1, 6
    li   t3, -2
    j    build_line_store
build_line_up:
    mv   t0, t2
    li   t3, 8
    j    build_line_store
build_line_down:
    addi t0, t2, 24
    li   t3, -8

build_line_store:
    la   t1, line
    li   t2, 4                      # t2 = addresses to store
build_line_loop:
    sw   t0, 0(t1)
    add  t0, t0, t3
    addi t1, t1, 4                  # an address takes four bytes
    addi t2, t2, -1
    bnez t2, build_line_loop
    ret

# move_board: makes a move of the whole board, line by line, and adds its
# points to the score. No new tile is placed.
#   a0 = direction: the character w, a, s or d
# Result:
#   a0 = 1 if the move changed the board, otherwise 0
# Changes board, line and score.
move_board:
    addi sp, sp, -32
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    sw   s2, 12(sp)
    sw   s3, 16(sp)
    sw   s4, 20(sp)
    mv   s0, a0                     # s0 = direction
    li   s1, 0                      # s1 = number of the line
    li   s2, 0                      # s2 = did a line change?
    li   s3, 0                      # s3 = merges of all lines
    li   s4, 0                      # s4 = their worth

move_board_loop:
    mv   a0, s0
    mv   a1, s1
    jal  build_line

    la   a0, line
    li   a1, 4
    jal  move_check
    or   s2, s2, a0

    la   a0, line
    li   a1, 4
    jal  complete_move
    add  s3, s3, a0
    add  s4, s4, a1

    addi s1, s1, 1
    li   t0, 4
    bne  s1, t0, move_board_loop

    mv   a0, s3
    mv   a1, s4
    jal  add_score
    mv   a0, s2

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    lw   s2, 12(sp)
    lw   s3, 16(sp)
    lw   s4, 20(sp)
    addi sp, sp, 32
    ret

# add_score: adds the points of a move to the score: the worth of its merges,
# doubled for every merge but the first.
#   a0 = number of merges
#   a1 = worth: the sum of the values of the new tiles
# No result; changes score.
add_score:
    beqz a0, add_score_done         # no merge, no points
    addi t0, a0, -1
    sll  t0, a1, t0                 # worth * 2^(merges - 1)
    la   t1, score
    lw   t2, 0(t1)
    add  t2, t2, t0
    sw   t2, 0(t1)
add_score_done:
    ret

# can_move: checks whether any move is left.
# No parameters.
# Result:
#   a0 = 1 if a move in some direction changes the board, otherwise 0: the game
#        is lost
# Changes line.
can_move:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    la   s0, utils_directions       # s0 = address of the direction to try

can_move_loop:
    lbu  a0, 0(s0)
    beqz a0, can_move_done          # all were tried; a0 is 0, as it should be
    jal  can_move_to
    bnez a0, can_move_done          # a0 is 1, as it should be
    addi s0, s0, 1
    j    can_move_loop

can_move_done:
    lw   ra, 0(sp)
    lw   s0, 4(sp)
    addi sp, sp, 16
    ret

# can_move_to: checks whether a move in one direction changes the board.
#   a0 = direction: the character w, a, s or d
# Result:
#   a0 = 1 if it does, otherwise 0
# Changes line.
can_move_to:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    mv   s0, a0                     # s0 = direction
    li   s1, 0                      # s1 = number of the line

can_move_to_loop:
    mv   a0, s0
    mv   a1, s1
    jal  build_line
    la   a0, line
    li   a1, 4
    jal  move_check
    bnez a0, can_move_to_done       # a0 is 1, as it should be

    addi s1, s1, 1
    li   t0, 4
    bne  s1, t0, can_move_to_loop   # after the last line a0 is 0

can_move_to_done:
    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    addi sp, sp, 16
    ret

# ---------------------------------------------------------------------------
# Input
# ---------------------------------------------------------------------------

# read_key: reads the next character that is no blank, tab or end of a line.
# No parameters.
# Result:
#   a0 = the character, a capital letter as a small one; -1 at the end of the
#        input
read_key:
    li   a0, 12                     # read a character
    ecall

    li   t0, 32                     # a blank
    beq  a0, t0, read_key
    li   t0, '\t'
    beq  a0, t0, read_key
    li   t0, '\n'
    beq  a0, t0, read_key
    li   t0, '\r'
    beq  a0, t0, read_key

    li   t0, 65535                  # what the ecall gives at the end
    beq  a0, t0, read_key_end
    li   t0, 'A'
    bltu a0, t0, read_key_done
    li   t0, 'Z'
    bgtu a0, t0, read_key_done
    addi a0, a0, 32                 # from 'A' to 'a' it is 32 codes
read_key_done:
    ret

read_key_end:
    li   a0, -1
    ret

# ask_pretty: asks how the board is to be shown, until the answer is y or n.
# The end of the input counts as n.
# No parameters.
# Result:
#   a0 = 1 pretty: drawn, with questions; 0 quiet: numbers only, for programs
ask_pretty:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    la   a0, utils_ask_pretty
    jal  print_text

ask_pretty_answer:
    jal  read_key
    li   s0, 1                      # s0 = the result
    li   t0, 'y'
    beq  a0, t0, ask_pretty_done
    li   s0, 0
    li   t0, 'n'
    beq  a0, t0, ask_pretty_done
    li   t0, -1                     # end of the input
    beq  a0, t0, ask_pretty_done

    la   a0, utils_ask_again
    jal  print_text
    j    ask_pretty_answer

ask_pretty_done:
    la   a0, utils_newline
    jal  print_text
    mv   a0, s0

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    addi sp, sp, 16
    ret

# read_move: asks for a move until the key is one. The end of the input counts
# as q.
#   a0 = mode: 1 pretty, 0 quiet
# Result:
#   a0 = the character w, a, s, d or q
read_move:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    mv   s0, a0                     # s0 = mode

read_move_ask:
    mv   a0, s0
    la   a1, utils_ask_move
    la   a2, utils_nothing
    jal  print_message
    jal  read_key
    mv   s1, a0                     # s1 = the key
    mv   a0, s0
    la   a1, utils_newline
    la   a2, utils_nothing
    jal  print_message

    li   t0, 'w'
    beq  s1, t0, read_move_done
    li   t0, 'a'
    beq  s1, t0, read_move_done
    li   t0, 's'
    beq  s1, t0, read_move_done
    li   t0, 'd'
    beq  s1, t0, read_move_done
    li   t0, 'q'
    beq  s1, t0, read_move_done
    li   t0, -1                     # end of the input
    beq  s1, t0, read_move_end

    mv   a0, s0
    la   a1, utils_invalid_pretty
    la   a2, utils_invalid_quiet
    jal  print_message
    j    read_move_ask

read_move_end:
    li   s1, 'q'
read_move_done:
    mv   a0, s1
    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    addi sp, sp, 16
    ret

# ---------------------------------------------------------------------------
# Output
# ---------------------------------------------------------------------------

# show_game: shows board and score.
#   a0 = mode: 1 pretty, 0 quiet
# No result.
show_game:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    mv   s0, a0                     # s0 = mode

    la   a0, board
    beqz s0, show_game_quiet
    jal  printboard
    j    show_game_score
show_game_quiet:
    jal  print_fields

show_game_score:
    mv   a0, s0
    la   a1, utils_score_pretty
    la   a2, utils_score_quiet
    jal  print_message
    la   t0, score
    lw   a0, 0(t0)
    jal  print_number
    la   a0, utils_newline
    jal  print_text

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    addi sp, sp, 16
    ret

# show_final_score: shows the score at the end of the game. In quiet mode it
# does nothing.
#   a0 = mode: 1 pretty, 0 quiet
# No result.
show_final_score:
    addi sp, sp, -16
    sw   ra, 0(sp)
    beqz a0, show_final_score_done

    la   a0, utils_final_score
    jal  print_text
    la   t0, score
    lw   a0, 0(t0)
    jal  print_number
    la   a0, utils_newline
    jal  print_text

show_final_score_done:
    lw   ra, 0(sp)
    addi sp, sp, 16
    ret

# print_fields: prints the 16 fields of a board in one line, with one blank
# between any two.
#   a0 = address of the board
# No result.
print_fields:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    mv   s0, a0                     # s0 = address of the field
    li   s1, 16                     # s1 = fields to print

print_fields_loop:
    lhu  a0, 0(s0)
    jal  print_number
    addi s0, s0, 2                  # a field takes two bytes
    addi s1, s1, -1
    beqz s1, print_fields_done      # no blank after the last one
    la   a0, utils_blank
    jal  print_text
    j    print_fields_loop

print_fields_done:
    la   a0, utils_newline
    jal  print_text

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    addi sp, sp, 16
    ret

# print_message: prints the text that belongs to the mode.
#   a0 = mode: 1 pretty, 0 quiet
#   a1 = address of the text for pretty mode
#   a2 = address of the text for quiet mode
# No result.
print_message:
    bnez a0, print_message_print    # a1 is the one to print
    mv   a1, a2
print_message_print:
    li   a0, 4                      # print the string at a1
    ecall
    ret

# print_text: prints a text.
#   a0 = its address
# No result.
print_text:
    mv   a1, a0
    li   a0, 4                      # print the string at a1
    ecall
    ret

# print_number: prints a number in decimal digits.
#   a0 = the number
# No result.
print_number:
    mv   a1, a0
    li   a0, 1                      # print the integer in a1
    ecall
    ret
