# What the game needs beside your subroutines: keys, random tiles, the lines of a move, the score,
# and printing. main.asm includes this file, and with it the files of the subroutines that are
# called here: place, move_check, complete_move and printboard.

        .data
utils_key:              .space  1       # the last byte of the input
utils_question:         .asciiz "Pretty print the board? (y/n) "
utils_answer:           .asciiz "Please answer y or n: "
utils_prompt:           .asciiz "Move (w/a/s/d, q to quit): "
utils_not_a_move:       .asciiz "That is not a move.\n"
utils_invalid_word:     .asciiz "invalid\n"
utils_score:            .asciiz "Score: "
utils_score_word:       .asciiz "score "
utils_final_score:      .asciiz "Final score: "

        .text
        .globl read_byte, read_key, ask_pretty, read_move
        .globl seed_random, text_to_number, random, random_tile, count_empty, find_empty
        .globl build_line, move_board, can_move, is_lost, add_score
        .globl say, print_line_end, show_game, show_pretty, show_quiet, show_final_score, print_score

# ---------------------------------------------------------------------------------------- input

# Reads one byte of the input.
# Result:
#   $v0     the byte, or -1 at the end of the input
# Changes $a0 to $a2.
read_byte:
        li      $v0, 14                 # read file:
        li      $a0, 0                  # the standard input,
        la      $a1, utils_key          # into this memory,
        li      $a2, 1                  # one byte
        syscall
        blez    $v0, read_byte_end      # how many bytes there were
        lbu     $v0, utils_key
        jr      $ra

read_byte_end:
        li      $v0, -1
        jr      $ra

# Reads the next key. Blanks, tabs and line ends are passed over.
# Result:
#   $v0     the key, a capital letter as its small one; -1 at the end of the input
# Changes what any call may change.
read_key:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)

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
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# Asks whether the board shall be printed for people, until the answer is y or n. The end of the
# input is a no: there is nobody to look at the board.
# Result:
#   $v0     1 for yes, 0 for no
# Changes what any call may change.
ask_pretty:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        la      $a0, utils_question

ask_pretty_again:
        li      $v0, 4                  # print string
        syscall
        jal     read_key
        li      $s0, 1                  # $s0 = what the answer means
        beq     $v0, 'y', ask_pretty_end
        li      $s0, 0
        beq     $v0, 'n', ask_pretty_end
        bltz    $v0, ask_pretty_end
        la      $a0, utils_answer
        j       ask_pretty_again

ask_pretty_end:
        jal     print_line_end
        move    $v0, $s0
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# Reads keys until one of them is a move, or the wish to quit.
#   $a0     1 to print for people, 0 to print in short
# Result:
#   $v0     'w', 'a', 's', 'd' or 'q'; 'q' also at the end of the input
# Changes what any call may change.
read_move:
        addiu   $sp, $sp, -16
        sw      $ra, 8($sp)
        sw      $s1, 4($sp)
        sw      $s0, 0($sp)
        move    $s0, $a0                # $s0 = print for people?

read_move_again:
        beqz    $s0, read_move_key
        li      $v0, 4                  # print string
        la      $a0, utils_prompt
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
        la      $a1, utils_not_a_move
        la      $a2, utils_invalid_word
        jal     say
        j       read_move_again

read_move_quit:
        li      $s1, 'q'

read_move_end:
        move    $v0, $s1
        lw      $s0, 0($sp)
        lw      $s1, 4($sp)
        lw      $ra, 8($sp)
        addiu   $sp, $sp, 16
        jr      $ra

# --------------------------------------------------------------------------------- random tiles

# Begins the sequence of random numbers with the first argument of the program, or with 2048 if
# there is none.
#   $a0     number of arguments
#   $a1     address of the array of their addresses
# Changes what any call may change.
seed_random:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)
        li      $v0, 2048
        beqz    $a0, seed_random_end
        lw      $a0, 0($a1)             # the first argument
        jal     text_to_number

seed_random_end:
        sw      $v0, random_state
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# Reads a decimal number in a text, up to the first character that is no digit.
#   $a0     address of the text
# Result:
#   $v0     the number; 0 if the text does not begin with a digit
# Changes $a0, $t0.
text_to_number:
        li      $v0, 0

text_to_number_next:
        lbu     $t0, 0($a0)
        blt     $t0, '0', text_to_number_end
        bgt     $t0, '9', text_to_number_end
        addiu   $t0, $t0, -48           # from '0' to 0
        mul     $v0, $v0, 10
        addu    $v0, $v0, $t0
        addiu   $a0, $a0, 1
        j       text_to_number_next

text_to_number_end:
        jr      $ra

# Gives the next random number: state = state * 1664525 + 1013904223, in 32 bits. The upper half
# of the state is the one that looks random.
#   $a0     the bound, greater than 0
# Result:
#   $v0     a number from 0 to the bound - 1
# Changes $t0, $t1.
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

# Puts a new tile on an empty field: each is as likely as the others. One of ten tiles is a 4,
# the others are a 2. If there is no empty field, nothing happens.
# Changes what any call may change.
random_tile:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)

        jal     count_empty
        beqz    $v0, random_tile_end
        move    $a0, $v0
        jal     random
        move    $a0, $v0
        jal     find_empty
        move    $s0, $v0                # $s0 = index of the field

        li      $a0, 10
        jal     random
        li      $a3, 4
        beqz    $v0, random_tile_place
        li      $a3, 2

random_tile_place:
        la      $a0, board
        li      $a1, 16
        move    $a2, $s0
        jal     place                   # the field is empty, so this cannot fail

random_tile_end:
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# Counts the empty fields of the board.
# Result:
#   $v0     how many there are
# Changes $t0 to $t2.
count_empty:
        li      $v0, 0
        la      $t0, board              # $t0 = the field that comes next
        addiu   $t1, $t0, 32            # $t1 = address behind the board

count_empty_next:
        lhu     $t2, 0($t0)
        bnez    $t2, count_empty_skip
        addiu   $v0, $v0, 1

count_empty_skip:
        addiu   $t0, $t0, 2
        bne     $t0, $t1, count_empty_next
        jr      $ra

# Finds an empty field of the board. There must be more empty fields than are passed over.
#   $a0     how many empty fields to pass over
# Result:
#   $v0     index of the field
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

# ----------------------------------------------------------------------------------- the moves

# Writes the addresses of one row or column to `line`, in such an order that moving in the given
# direction is moving to the left. So your subroutines need not know about directions.
#
# The board in memory, for the first address and the step from field to field in bytes:
#   a       row, from its left end          board + 8 * number           2
#   d       row, from its right end         board + 8 * number + 6      -2
#   w       column, from its top            board + 2 * number           8
#   s       column, from its bottom         board + 2 * number + 24     -8
#   $a0     direction: 'w', 'a', 's' or 'd'
#   $a1     number of the row or column, 0 to 3
# Changes $t0 to $t2.
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

# Moves all tiles of the board, and adds what the move is worth to the score.
#   $a0     direction: 'w', 'a', 's' or 'd'
# Result:
#   $v0     1 if the move changes the board, else 0
# Changes what any call may change.
move_board:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        sw      $s4, 16($sp)
        sw      $s3, 12($sp)
        sw      $s2, 8($sp)
        sw      $s1, 4($sp)
        sw      $s0, 0($sp)
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
        lw      $s0, 0($sp)
        lw      $s1, 4($sp)
        lw      $s2, 8($sp)
        lw      $s3, 12($sp)
        lw      $s4, 16($sp)
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

# Tells whether a move would change the board.
#   $a0     direction: 'w', 'a', 's' or 'd'
# Result:
#   $v0     1 if it would, else 0
# Changes what any call may change.
can_move:
        addiu   $sp, $sp, -16
        sw      $ra, 8($sp)
        sw      $s1, 4($sp)
        sw      $s0, 0($sp)
        move    $s0, $a0                # $s0 = the direction
        li      $s1, 0                  # $s1 = number of the row or column

can_move_next:
        move    $a0, $s0
        move    $a1, $s1
        jal     build_line
        la      $a0, line
        li      $a1, 4
        jal     move_check
        bnez    $v0, can_move_end       # the answer is 1
        addiu   $s1, $s1, 1
        bne     $s1, 4, can_move_next
        li      $v0, 0

can_move_end:
        lw      $s0, 0($sp)
        lw      $s1, 4($sp)
        lw      $ra, 8($sp)
        addiu   $sp, $sp, 16
        jr      $ra

# Tells whether the game is lost: no move would change the board.
# Result:
#   $v0     1 if it is lost, else 0
# Changes what any call may change.
is_lost:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)

        li      $a0, 'w'
        jal     can_move
        bnez    $v0, is_lost_no
        li      $a0, 'a'
        jal     can_move
        bnez    $v0, is_lost_no
        li      $a0, 's'
        jal     can_move
        bnez    $v0, is_lost_no
        li      $a0, 'd'
        jal     can_move
        bnez    $v0, is_lost_no

        li      $v0, 1
        j       is_lost_end

is_lost_no:
        li      $v0, 0

is_lost_end:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# Adds the points of a move to the score: what its merges are worth, twice that for two merges,
# four times that for three, and so on.
#   $a0     number of merges
#   $a1     the sum of the values of the new tiles
# Changes $t0, $t1.
add_score:
        beqz    $a0, add_score_end
        addiu   $t0, $a0, -1
        sllv    $t0, $a1, $t0           # $t0 = points of this move
        lw      $t1, score
        addu    $t1, $t1, $t0
        sw      $t1, score

add_score_end:
        jr      $ra

# ------------------------------------------------------------------------------------- printing

# Prints one of two texts.
#   $a0     1 to print for people, 0 to print in short
#   $a1     address of the text for people
#   $a2     address of the short text
# Changes $v0, $a0.
say:
        beqz    $a0, say_short
        move    $a0, $a1
        j       say_print

say_short:
        move    $a0, $a2

say_print:
        li      $v0, 4                  # print string
        syscall
        jr      $ra

# Ends the line.
# Changes $v0, $a0.
print_line_end:
        li      $v0, 11                 # print character
        li      $a0, '\n'
        syscall
        jr      $ra

# Prints the board and the score.
#   $a0     1 to print for people, 0 to print in short
# Changes what any call may change.
show_game:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)
        beqz    $a0, show_game_quiet
        jal     show_pretty
        j       show_game_end

show_game_quiet:
        jal     show_quiet

show_game_end:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# Prints the board and the score for people.
# Changes what any call may change.
show_pretty:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)

        la      $a0, board
        jal     printboard
        la      $a0, utils_score
        jal     print_score

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# Prints the 16 numbers of the board in one line, and the score.
# Changes what any call may change.
show_quiet:
        addiu   $sp, $sp, -16
        sw      $ra, 8($sp)
        sw      $s1, 4($sp)
        sw      $s0, 0($sp)
        la      $s0, board              # $s0 = the field that comes next
        addiu   $s1, $s0, 30            # $s1 = the last field

show_quiet_next:
        li      $v0, 1                  # print integer
        lhu     $a0, 0($s0)
        syscall
        beq     $s0, $s1, show_quiet_score
        li      $v0, 11                 # print character
        li      $a0, ' '
        syscall
        addiu   $s0, $s0, 2
        j       show_quiet_next

show_quiet_score:
        jal     print_line_end
        la      $a0, utils_score_word
        jal     print_score

        lw      $s0, 0($sp)
        lw      $s1, 4($sp)
        lw      $ra, 8($sp)
        addiu   $sp, $sp, 16
        jr      $ra

# Prints the score once more, for people only.
#   $a0     1 to print for people, 0 to print in short
# Changes what any call may change.
show_final_score:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)
        beqz    $a0, show_final_score_end
        la      $a0, utils_final_score
        jal     print_score

show_final_score_end:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# Prints a text, the score and a line end.
#   $a0     address of the text
# Changes what any call may change.
print_score:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)

        li      $v0, 4                  # print string
        syscall
        li      $v0, 1                  # print integer
        lw      $a0, score
        syscall
        jal     print_line_end

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra
