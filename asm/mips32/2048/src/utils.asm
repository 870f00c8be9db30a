# What the game needs besides your eight subroutines: keys, random tiles, the lines of a move, the
# score, and printing.
#   main.asm includes this file, and with it the files of the subroutines that are called here:
#   place, move_check, complete_move and printboard.
#
# This file is given: do not change it.
#
# Contents:
#   random numbers  seed_random, parse_number, random
#   random tiles    place_random_tile, count_empty, find_empty
#   moves           build_line, move_board, add_score, can_move, can_move_to
#   input           read_byte, read_key, ask_pretty, read_move
#   output          show_game, show_final_score, print_fields, print_message, print_text,
#                   print_number, print_line_end
#
# The stack: a subroutine may write to the first 16 bytes of the stack of its caller, 0($sp) to
# 15($sp): they are its place for $a0 to $a3. So a subroutine that calls another leaves 16 bytes
# free and saves its own registers from 16($sp) on; and it takes a multiple of 8 bytes in all.

        .data
utils_directions:       .asciiz "adws"
utils_byte:             .space  1               # the last byte of the input
utils_ask_pretty:       .asciiz "Pretty print the board? (y/n) "
utils_ask_again:        .asciiz "Please answer y or n: "
utils_ask_move:         .asciiz "Move (w/a/s/d, q to quit): "
utils_invalid_pretty:   .asciiz "That is not a move.\n"
utils_invalid_quiet:    .asciiz "invalid\n"
utils_score_pretty:     .asciiz "Score: "
utils_score_quiet:      .asciiz "score "
utils_final_score:      .asciiz "Final score: "

        .text
        .globl seed_random, parse_number, random
        .globl place_random_tile, count_empty, find_empty
        .globl build_line, move_board, add_score, can_move, can_move_to
        .globl read_byte, read_key, ask_pretty, read_move
        .globl show_game, show_final_score, print_fields, print_message
        .globl print_text, print_number, print_line_end

# -----------------------------------------------------------------------------
# Random numbers
# -----------------------------------------------------------------------------

# seed_random: begins the sequence of random numbers with the first argument of the program, or
# with 2048 if there is none.
#   $a0 = number of arguments
#   $a1 = address of the array of their addresses
# Changes random_state, and what any call may change.
seed_random:
        addiu   $sp, $sp, -24
        sw      $ra, 16($sp)
        li      $v0, 2048
        beqz    $a0, seed_random_end
        lw      $a0, 0($a1)             # the first argument
        jal     parse_number

seed_random_end:
        sw      $v0, random_state
        lw      $ra, 16($sp)
        addiu   $sp, $sp, 24
        jr      $ra

# parse_number: reads a decimal number in a text, up to the first character that is not a digit.
#   $a0 = address of the text
# Result:
#   $v0 = the number; 0 if the text does not begin with a digit
# Changes $a0, $t0.
parse_number:
        li      $v0, 0

parse_number_next:
        lbu     $t0, 0($a0)
        blt     $t0, '0', parse_number_end
        bgt     $t0, '9', parse_number_end
        addiu   $t0, $t0, -48           # from '0' to 0
        mul     $v0, $v0, 10
        addu    $v0, $v0, $t0
        addiu   $a0, $a0, 1
        j       parse_number_next

parse_number_end:
        jr      $ra

# random: gives the next random number: state = state * 1664525 + 1013904223, in 32 bits. The
# upper half of the state is the one that looks random.
#   $a0 = the bound, greater than 0
# Result:
#   $v0 = a number from 0 to the bound - 1
# Changes random_state, $t0, $t1.
random:
        lw      $t0, random_state
        li      $t1, 1664525
        mul     $t0, $t0, $t1
        li      $t1, 1013904223
        addu    $t0, $t0, $t1
        sw      $t0, random_state

        srl     $t0, $t0, 16
        remu    $v0, $t0, $a0
        jr      $ra

# -----------------------------------------------------------------------------
# Random tiles
# -----------------------------------------------------------------------------

# place_random_tile: puts a new tile on an empty field: each is as likely as the others. One of
# ten tiles is a 4, the others are a 2. If there is no empty field, nothing happens.
# Changes board and random_state, and what any call may change.
place_random_tile:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        sw      $s0, 16($sp)

        jal     count_empty
        beqz    $v0, place_random_tile_end
        move    $a0, $v0
        jal     random
        move    $a0, $v0
        jal     find_empty
        move    $s0, $v0                # $s0 = index of the field

        li      $a0, 10
        jal     random
        li      $a3, 4                  # value of the tile
        beqz    $v0, place_random_tile_place
        li      $a3, 2

place_random_tile_place:
        la      $a0, board
        li      $a1, 16
        move    $a2, $s0
        jal     place                   # the field is empty, so this cannot fail

place_random_tile_end:
        lw      $s0, 16($sp)
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

# count_empty: counts the empty fields of the board.
# Result:
#   $v0 = how many there are
# Changes $t0 to $t2.
count_empty:
        li      $v0, 0
        la      $t0, board              # $t0 = the field that comes next
        addiu   $t1, $t0, 32            # $t1 = address after the board

count_empty_next:
        lhu     $t2, 0($t0)
        bnez    $t2, count_empty_skip
        addiu   $v0, $v0, 1

count_empty_skip:
        addiu   $t0, $t0, 2
        bne     $t0, $t1, count_empty_next
        jr      $ra

# find_empty: finds an empty field of the board by its number among the empty ones, row by row.
#   $a0 = how many empty fields to pass over; there must be more than that
# Result:
#   $v0 = index of the field
# Changes $a0, $t0, $t1.
find_empty:
        la      $t0, board              # $t0 = the field that comes next
        li      $v0, 0                  # $v0 = its index

find_empty_next:
        lhu     $t1, 0($t0)
        bnez    $t1, find_empty_skip
        beqz    $a0, find_empty_end     # this is the one
        addiu   $a0, $a0, -1

find_empty_skip:
        addiu   $t0, $t0, 2
        addiu   $v0, $v0, 1
        j       find_empty_next

find_empty_end:
        jr      $ra

# -----------------------------------------------------------------------------
# Moves
# -----------------------------------------------------------------------------

# build_line: writes the addresses of one row or column to `line`, in such an order that moving
# in the given direction is moving to the left. So the eight subroutines need not know any other
# direction. The first address, and the step from field to field in bytes:
#   a       row, from its left end          board + 8 * number           2
#   d       row, from its right end         board + 8 * number + 6      -2
#   w       column, from its top            board + 2 * number           8
#   s       column, from its bottom         board + 2 * number + 24     -8
# Parameters:
#   $a0 = direction: 'w', 'a', 's' or 'd'
#   $a1 = number of the row or column, 0 to 3
# Changes line, $t0 to $t2.
build_line:
        la      $t0, board              # $t0 = address of a field
        beq     $a0, 'w', build_line_up
        beq     $a0, 's', build_line_down

        sll     $t1, $a1, 3
        addu    $t0, $t0, $t1           # the row's left end
        li      $t1, 2                  # $t1 = step
        beq     $a0, 'a', build_line_store
        addiu   $t0, $t0, 6             # its right end
        li      $t1, -2
        j       build_line_store

build_line_up:
        sll     $t1, $a1, 1
        addu    $t0, $t0, $t1           # the column's top
        li      $t1, 8
        j       build_line_store

build_line_down:
        sll     $t1, $a1, 1
        addu    $t0, $t0, $t1
        addiu   $t0, $t0, 24            # its bottom
        li      $t1, -8

build_line_store:
        la      $t2, line
        sw      $t0, 0($t2)
        addu    $t0, $t0, $t1
        sw      $t0, 4($t2)
        addu    $t0, $t0, $t1
        sw      $t0, 8($t2)
        addu    $t0, $t0, $t1
        sw      $t0, 12($t2)
        jr      $ra

# move_board: moves all tiles of the board, and adds what the move is worth to the score.
#   $a0 = direction: 'w', 'a', 's' or 'd'
# Result:
#   $v0 = 1 if the move changes the board, else 0
# Changes board, line and score, and what any call may change.
move_board:
        addiu   $sp, $sp, -40
        sw      $ra, 36($sp)
        sw      $s4, 32($sp)
        sw      $s3, 28($sp)
        sw      $s2, 24($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0                # $s0 = the direction
        li      $s1, 0                  # $s1 = number of the row or column
        li      $s2, 0                  # $s2 = does it change the board?
        li      $s3, 0                  # $s3 = merges
        li      $s4, 0                  # $s4 = what they are worth

move_board_next:
        move    $a0, $s0
        move    $a1, $s1
        jal     build_line

        la      $a0, line
        li      $a1, 4
        jal     move_check
        or      $s2, $s2, $v0

        la      $a0, line
        li      $a1, 4
        jal     complete_move
        addu    $s3, $s3, $v0
        addu    $s4, $s4, $v1

        addiu   $s1, $s1, 1
        bne     $s1, 4, move_board_next

        move    $a0, $s3
        move    $a1, $s4
        jal     add_score

        move    $v0, $s2
        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $s2, 24($sp)
        lw      $s3, 28($sp)
        lw      $s4, 32($sp)
        lw      $ra, 36($sp)
        addiu   $sp, $sp, 40
        jr      $ra

# add_score: adds the points of a move to the score: what its merges are worth, twice that for
# two merges, four times that for three, and so on.
#   $a0 = number of merges
#   $a1 = the sum of the values of the new tiles
# Changes score, $t0, $t1.
add_score:
        beqz    $a0, add_score_end
        addiu   $t0, $a0, -1
        sllv    $t0, $a1, $t0           # $t0 = points of this move
        lw      $t1, score
        addu    $t1, $t1, $t0
        sw      $t1, score

add_score_end:
        jr      $ra

# can_move: checks whether any move is left. If there is none, the game is lost.
# Result:
#   $v0 = 1 if a move in some direction would change the board, else 0
# Changes line, and what any call may change.
can_move:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        sw      $s0, 16($sp)
        la      $s0, utils_directions   # $s0 = address of the direction to try

can_move_next:
        lbu     $a0, 0($s0)
        beqz    $a0, can_move_none      # all of them were tried
        jal     can_move_to
        bnez    $v0, can_move_end       # $v0 is 1: the result
        addiu   $s0, $s0, 1
        j       can_move_next

can_move_none:
        li      $v0, 0

can_move_end:
        lw      $s0, 16($sp)
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

# can_move_to: checks whether a move in one direction would change the board.
#   $a0 = direction: 'w', 'a', 's' or 'd'
# Result:
#   $v0 = 1 if it would, else 0
# Changes line, and what any call may change.
can_move_to:
        addiu   $sp, $sp, -32
        sw      $ra, 24($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0                # $s0 = the direction
        li      $s1, 0                  # $s1 = number of the row or column

can_move_to_next:
        move    $a0, $s0
        move    $a1, $s1
        jal     build_line
        la      $a0, line
        li      $a1, 4
        jal     move_check
        bnez    $v0, can_move_to_end    # $v0 is 1: the result
        addiu   $s1, $s1, 1
        bne     $s1, 4, can_move_to_next
        li      $v0, 0

can_move_to_end:
        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $ra, 24($sp)
        addiu   $sp, $sp, 32
        jr      $ra

# -----------------------------------------------------------------------------
# Input
# -----------------------------------------------------------------------------

# read_byte: reads one byte of the input.
# Result:
#   $v0 = the byte, or -1 at the end of the input
# Changes $a0 to $a2.
read_byte:
        li      $v0, 14                 # read file:
        li      $a0, 0                  # the standard input,
        la      $a1, utils_byte         # into this memory,
        li      $a2, 1                  # one byte
        syscall
        blez    $v0, read_byte_end      # how many bytes there were
        lbu     $v0, utils_byte
        jr      $ra

read_byte_end:
        li      $v0, -1
        jr      $ra

# read_key: reads the next key. Blanks, tabs and line ends are passed over.
# Result:
#   $v0 = the key, a capital letter as its small one; -1 at the end of the input
# Changes what any call may change.
read_key:
        addiu   $sp, $sp, -24
        sw      $ra, 16($sp)

read_key_again:
        jal     read_byte
        beq     $v0, ' ', read_key_again
        beq     $v0, '\t', read_key_again
        beq     $v0, '\n', read_key_again
        beq     $v0, '\r', read_key_again

        blt     $v0, 'A', read_key_end
        bgt     $v0, 'Z', read_key_end
        addiu   $v0, $v0, 32            # from 'A' to 'a'

read_key_end:
        lw      $ra, 16($sp)
        addiu   $sp, $sp, 24
        jr      $ra

# ask_pretty: asks whether the board shall be printed for people, until the answer is y or n.
# The end of the input counts as no: nobody is looking at the board.
# Result:
#   $v0 = 1 for yes, 0 for no
# Changes what any call may change.
ask_pretty:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        sw      $s0, 16($sp)
        la      $a0, utils_ask_pretty

ask_pretty_again:
        li      $v0, 4                  # print string
        syscall
        jal     read_key
        li      $s0, 1                  # $s0 = what the answer means
        beq     $v0, 'y', ask_pretty_end
        li      $s0, 0
        beq     $v0, 'n', ask_pretty_end
        bltz    $v0, ask_pretty_end
        la      $a0, utils_ask_again
        j       ask_pretty_again

ask_pretty_end:
        jal     print_line_end
        move    $v0, $s0
        lw      $s0, 16($sp)
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

# read_move: asks for a key until it is a move, or the wish to quit.
#   $a0 = mode: 1 pretty, 0 quiet
# Result:
#   $v0 = 'w', 'a', 's', 'd' or 'q'; 'q' also at the end of the input
# Changes what any call may change.
read_move:
        addiu   $sp, $sp, -32
        sw      $ra, 24($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0                # $s0 = mode

read_move_again:
        beqz    $s0, read_move_key
        li      $v0, 4                  # print string
        la      $a0, utils_ask_move
        syscall

read_move_key:
        jal     read_key
        move    $s1, $v0                # $s1 = the key
        beqz    $s0, read_move_which
        jal     print_line_end

read_move_which:
        beq     $s1, 'w', read_move_end
        beq     $s1, 'a', read_move_end
        beq     $s1, 's', read_move_end
        beq     $s1, 'd', read_move_end
        beq     $s1, 'q', read_move_end
        bltz    $s1, read_move_quit     # the end of the input

        move    $a0, $s0
        la      $a1, utils_invalid_pretty
        la      $a2, utils_invalid_quiet
        jal     print_message
        j       read_move_again

read_move_quit:
        li      $s1, 'q'

read_move_end:
        move    $v0, $s1
        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $ra, 24($sp)
        addiu   $sp, $sp, 32
        jr      $ra

# -----------------------------------------------------------------------------
# Output
# -----------------------------------------------------------------------------

# show_game: prints the board and the score.
#   $a0 = mode: 1 pretty, 0 quiet
# Changes what any call may change.
show_game:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0                # $s0 = mode

        la      $a0, board
        beqz    $s0, show_game_quiet
        jal     printboard
        j       show_game_score

show_game_quiet:
        jal     print_fields

show_game_score:
        move    $a0, $s0
        la      $a1, utils_score_pretty
        la      $a2, utils_score_quiet
        jal     print_message
        lw      $a0, score
        jal     print_number
        jal     print_line_end

        lw      $s0, 16($sp)
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

# show_final_score: prints the score at the end of a game. In quiet mode it does nothing.
#   $a0 = mode: 1 pretty, 0 quiet
# Changes what any call may change.
show_final_score:
        addiu   $sp, $sp, -24
        sw      $ra, 16($sp)
        beqz    $a0, show_final_score_end

        la      $a0, utils_final_score
        jal     print_text
        lw      $a0, score
        jal     print_number
        jal     print_line_end

show_final_score_end:
        lw      $ra, 16($sp)
        addiu   $sp, $sp, 24
        jr      $ra

# print_fields: prints the 16 fields of a board in one line, with one blank between any two.
#   $a0 = address of the board
# Changes what any call may change.
print_fields:
        addiu   $sp, $sp, -32
        sw      $ra, 24($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0                # $s0 = address of the field
        addiu   $s1, $a0, 30            # $s1 = address of the last field

print_fields_next:
        lhu     $a0, 0($s0)
        jal     print_number
        beq     $s0, $s1, print_fields_end      # no blank after the last one
        li      $v0, 11                 # print character
        li      $a0, ' '
        syscall
        addiu   $s0, $s0, 2             # a field takes two bytes
        j       print_fields_next

print_fields_end:
        jal     print_line_end
        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $ra, 24($sp)
        addiu   $sp, $sp, 32
        jr      $ra

# print_message: prints the text that belongs to the mode.
#   $a0 = mode: 1 pretty, 0 quiet
#   $a1 = address of the text for pretty mode
#   $a2 = address of the text for quiet mode
# Changes $v0, $a0.
print_message:
        beqz    $a0, print_message_quiet
        move    $a0, $a1
        j       print_message_print

print_message_quiet:
        move    $a0, $a2

print_message_print:
        li      $v0, 4                  # print string
        syscall
        jr      $ra

# print_text: prints a text.
#   $a0 = its address
# Changes $v0.
print_text:
        li      $v0, 4                  # print string
        syscall
        jr      $ra

# print_number: prints a number in decimal digits.
#   $a0 = the number
# Changes $v0.
print_number:
        li      $v0, 1                  # print integer
        syscall
        jr      $ra

# print_line_end: ends the line.
# Changes $v0, $a0.
print_line_end:
        li      $v0, 11                 # print character
        li      $a0, '\n'
        syscall
        jr      $ra
