# 512: the game 2048 on a board of 3 x 3 tiles, won with the tile 512.
#   jal run asm/mips32/512/512.asm
#
# Each tile of the board lives in a register of its own:
#
#       +-----+-----+-----+
#       | $t1 | $t2 | $t3 |
#       +-----+-----+-----+         $s0 says whether a 2 appears after each move:
#       | $t4 | $t5 | $t6 |         RNG_ON or RNG_OFF
#       +-----+-----+-----+
#       | $t7 | $t8 | $t9 |
#       +-----+-----+-----+
#
# The next line declares these registers as variables of the whole program: every routine may read
# and change them, no routine saves them. All other registers follow the calling convention, which
# leaves $t0 as the only temporary; routines also compute in their argument and result registers.
#
# jal: global $t1-$t9, $s0


# ===== CONSTANTS =====

.eqv    RNG_OFF     3                   # $s0: no new tile after a move
.eqv    RNG_ON      4                   # $s0: a new 2 after each move

.eqv    WINNING     512                 # the tile that wins the game
.eqv    FIRST_SUM   4                   # a new game begins with two 2s

# What the word MOVE holds after a line of one key: the key, a line feed (0x0a), two zeros.
.eqv    KEY_1       0xa31
.eqv    KEY_2       0xa32
.eqv    KEY_3       0xa33
.eqv    KEY_4       0xa34
.eqv    KEY_A       0xa41
.eqv    KEY_D       0xa44
.eqv    KEY_S       0xa53
.eqv    KEY_W       0xa57
.eqv    KEY_X       0xa58

# Lower and upper case letters differ in one bit, 0x20. `andi` with this mask clears it.
.eqv    UPPER_CASE  0xffdf


# ===== MACROS =====

# Prints the string at a label.
.macro print_str %label
        la      $a0, %label
        li      $v0, 4
        syscall
.end_macro

# Reads a line into the word at a label: $v0 = 0 if the input has ended, else 1.
.macro get_input %label
        la      $a0, %label
        li      $a1, 4
        jal     read_line
.end_macro

# Reads a tile of the board. Leaves for `invalid_integer` if it cannot be one.
.macro set_tile %tile
        jal     read_integer
        beqz    $v1, terminate          # the input has ended
        move    %tile, $v0
        move    $a0, $v0
        jal     check_integer
        beqz    $v0, invalid_integer
.end_macro

# Prints a row of the board and the line above it.
.macro print_row %left %middle %right
        print_str LINE
        print_str VERTICAL
        move    $a0, %left
        jal     print_integer
        print_str VERTICAL
        move    $a0, %middle
        jal     print_integer
        print_str VERTICAL
        move    $a0, %right
        jal     print_integer
        print_str VERTICAL
        print_str NEWLINE
.end_macro

# Draws a random number from 0 to below a bound: $a0.
.macro randomize %bound
        li      $a0, 0                  # the stream of random numbers
        li      $a1, %bound
        li      $v0, 42
        syscall
.end_macro

# Gives a tile of a new game its value. $s1 is the sum of the tiles that are still to come.
.macro call_zero_or_two %tile
        move    $a0, $s1
        jal     zero_or_two
        move    %tile, $v0
        subu    $s1, $s1, $v0
.end_macro

# Makes an empty tile a 2 and continues the game. Leaves for another draw if it is taken.
.macro generate_tile %tile
        bnez    %tile, draw_tile
        li      %tile, 2
        j       main_loop
.end_macro

# Moves three tiles of a row or column towards the first: together, merged, together again.
.macro move_tiles %first %second %third
        sw      %first, ROW
        sw      %second, ROW+4
        sw      %third, ROW+8
        la      $a0, ROW
        jal     compress
        la      $a0, ROW
        jal     merge
        la      $a0, ROW
        jal     compress
        lw      %first, ROW
        lw      %second, ROW+4
        lw      %third, ROW+8
.end_macro

# Leaves for `grid_changed` if a tile is no longer what it was.
.macro check_tile_change %before %tile
        bne     %before, %tile, grid_changed
.end_macro

# Ends the program.
.macro exit
        li      $v0, 10
        syscall
.end_macro


# ===== DATA =====

        .data
WELCOME:        .asciiz "Main Menu:\n[1] New Game\n[2] Start from a State\n[X] Quit\n"
BOARD_CONFIG:   .asciiz "Enter a board configuration (Invalid integer = back to Main menu):\n"
LINE:           .asciiz "+---+---+---+\n"
VERTICAL:       .asciiz "|"
NUMBER_0:       .asciiz "   "
NUMBER_2:       .asciiz " 2 "
NUMBER_4:       .asciiz " 4 "
NUMBER_8:       .asciiz " 8 "
NUMBER_16:      .asciiz " 16"
NUMBER_32:      .asciiz " 32"
NUMBER_64:      .asciiz " 64"
NUMBER_128:     .asciiz "128"
NUMBER_256:     .asciiz "256"
NUMBER_512:     .asciiz "512"
NEWLINE:        .asciiz "\n"
WIN:            .asciiz "Congratulations! You have reached the 512 tile!"
LOSE:           .asciiz "Game Over."
QUIT:           .asciiz "Program Terminated."
ENTER_MOVE:     .asciiz "Enter a move (W=Up, A=Left, S=Down, D=Right, X=Quit, 3=Disable RNG, 4=Enable RNG):\n"
INVALID_MOVE:   .asciiz "Invalid move.\n"
INVALID_INT:    .asciiz "Invalid integer.\n"
RNG_DISABLED:   .asciiz "RNG Disabled.\n"
RNG_ENABLED:    .asciiz "RNG Enabled.\n"

MOVE:           .word 0                 # the last line typed at a menu or as a move
ORIGIN_GRID:    .word 0:9               # the board before the move
ROW:            .word 0:3               # the three tiles that are being moved
TEXT:           .space 16               # the last line typed as an integer
CHARACTER:      .space 1                # the last character read


# ===== MAIN PROGRAM =====

        .text
        .globl  main

main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free: see PRINTING

# Main menu: a new game, a game from a state, or the end.
main_menu:
        li      $s0, RNG_ON             # every game begins with new tiles
        print_str WELCOME
        get_input MOVE
        beqz    $v0, terminate          # the input has ended: as if it were X

        lw      $t0, MOVE
        beq     $t0, KEY_1, input_new
        beq     $t0, KEY_2, input_state
        andi    $t0, $t0, UPPER_CASE
        beq     $t0, KEY_X, terminate

        print_str INVALID_MOVE
        j       main_menu

# ----- [1] New Game: two 2s at random places -----
input_new:
        li      $s1, FIRST_SUM          # nothing placed yet
        call_zero_or_two $t1
        call_zero_or_two $t2
        call_zero_or_two $t3
        call_zero_or_two $t4
        call_zero_or_two $t5
        call_zero_or_two $t6
        call_zero_or_two $t7
        call_zero_or_two $t8
        call_zero_or_two $t9
        bnez    $s1, input_new          # fewer than two: the whole board again
        j       main_loop

# ----- [2] Start from a State: nine integers, row by row -----
input_state:
        print_str BOARD_CONFIG
        set_tile $t1
        set_tile $t2
        set_tile $t3
        set_tile $t4
        set_tile $t5
        set_tile $t6
        set_tile $t7
        set_tile $t8
        set_tile $t9
        j       main_loop

invalid_integer:
        print_str INVALID_INT
        j       main_menu

# ----- Main loop: show the board, see whether the game is over, make a move -----
main_loop:
        jal     print_grid
        jal     is_win                  # first: a full board with a 512 is won
        bnez    $v0, win
        jal     is_lose
        bnez    $v0, game_over

input_move:
        jal     store_origin            # to see later whether the move changed anything
        print_str ENTER_MOVE
        get_input MOVE
        beqz    $v0, terminate          # the input has ended: as if it were X

        lw      $t0, MOVE
        beq     $t0, KEY_3, rng_disable
        beq     $t0, KEY_4, rng_enable
        andi    $t0, $t0, UPPER_CASE
        beq     $t0, KEY_W, move_up
        beq     $t0, KEY_A, move_left
        beq     $t0, KEY_S, move_down
        beq     $t0, KEY_D, move_right
        beq     $t0, KEY_X, terminate

# No such move, or one that changes nothing.
invalid_move:
        print_str INVALID_MOVE
        j       input_move

# ----- 3 and 4: random tiles off and on -----
rng_disable:
        li      $s0, RNG_OFF
        print_str RNG_DISABLED
        j       input_move

rng_enable:
        li      $s0, RNG_ON
        print_str RNG_ENABLED
        j       input_move

# ----- W, A, S, D: each row or column begins at the side that the tiles move to -----
move_up:
        move_tiles $t1 $t4 $t7
        move_tiles $t2 $t5 $t8
        move_tiles $t3 $t6 $t9
        j       add_random_tile

move_left:
        move_tiles $t1 $t2 $t3
        move_tiles $t4 $t5 $t6
        move_tiles $t7 $t8 $t9
        j       add_random_tile

move_down:
        move_tiles $t7 $t4 $t1
        move_tiles $t8 $t5 $t2
        move_tiles $t9 $t6 $t3
        j       add_random_tile

move_right:
        move_tiles $t3 $t2 $t1
        move_tiles $t6 $t5 $t4
        move_tiles $t9 $t8 $t7
        j       add_random_tile

# ----- After a move: a 2 on a random empty tile -----
add_random_tile:
        jal     check_origin
        beqz    $v0, invalid_move       # nothing changed
        beq     $s0, RNG_OFF, main_loop

# A move that changed the board left an empty tile, so that a draw succeeds sooner or later.
draw_tile:
        randomize 9
        beq     $a0, 0, tile_t1
        beq     $a0, 1, tile_t2
        beq     $a0, 2, tile_t3
        beq     $a0, 3, tile_t4
        beq     $a0, 4, tile_t5
        beq     $a0, 5, tile_t6
        beq     $a0, 6, tile_t7
        beq     $a0, 7, tile_t8
        j       tile_t9

tile_t1: generate_tile $t1
tile_t2: generate_tile $t2
tile_t3: generate_tile $t3
tile_t4: generate_tile $t4
tile_t5: generate_tile $t5
tile_t6: generate_tile $t6
tile_t7: generate_tile $t7
tile_t8: generate_tile $t8
tile_t9: generate_tile $t9

# ----- The end -----
win:
        print_str WIN
        exit

game_over:
        print_str LOSE
        exit

terminate:
        print_str QUIT
        exit


# ===== NEW TILES =====

# Draws a tile of a new game.
#   $a0     the sum of the tiles that are still to come: 0 once both 2s are placed
#   result  $v0 = 0 or 2
zero_or_two:
        beqz    $a0, zero
        randomize 2                     # $a0 = 0 or 1
        bnez    $a0, two
zero:
        li      $v0, 0
        jr      $ra
two:
        li      $v0, 2
        jr      $ra


# ===== MOVING TILES =====

# Moves three tiles together at the front; empty tiles (0) go to the end: 0 2 4 becomes 2 4 0.
#   $a0     the address of three words
#   changes the words; computes in $a1, $a2, $a3
compress:
        lw      $a1, 0($a0)
        lw      $a2, 4($a0)
        lw      $a3, 8($a0)

        bnez    $a2, compress_1         # the second is empty: the third moves up
        move    $a2, $a3
        li      $a3, 0
compress_1:
        bnez    $a1, compress_2         # the first is empty: the second moves up
        move    $a1, $a2
        li      $a2, 0
compress_2:
        bnez    $a2, compress_end       # that may have left a gap for the third
        move    $a2, $a3
        li      $a3, 0
compress_end:
        sw      $a1, 0($a0)
        sw      $a2, 4($a0)
        sw      $a3, 8($a0)
        jr      $ra

# Merges equal neighbours among three tiles without gaps, from the front, each tile once at most:
# 2 2 2 becomes 4 0 2, and 4 2 2 becomes 4 4 0. Two empty tiles are equal, too, but their sum is
# an empty tile, so nothing changes.
#   $a0     the address of three words
#   changes the words; computes in $a1, $a2, $a3
merge:
        lw      $a1, 0($a0)
        lw      $a2, 4($a0)
        lw      $a3, 8($a0)

        bne     $a1, $a2, merge_1
        addu    $a1, $a1, $a2
        li      $a2, 0                  # so that the third finds no partner
merge_1:
        bne     $a2, $a3, merge_end
        addu    $a2, $a2, $a3
        li      $a3, 0
merge_end:
        sw      $a1, 0($a0)
        sw      $a2, 4($a0)
        sw      $a3, 8($a0)
        jr      $ra


# ===== DID THE MOVE CHANGE ANYTHING? =====

# Stores the board in ORIGIN_GRID.
#   no parameters, no result
store_origin:
        sw      $t1, ORIGIN_GRID
        sw      $t2, ORIGIN_GRID+4
        sw      $t3, ORIGIN_GRID+8
        sw      $t4, ORIGIN_GRID+12
        sw      $t5, ORIGIN_GRID+16
        sw      $t6, ORIGIN_GRID+20
        sw      $t7, ORIGIN_GRID+24
        sw      $t8, ORIGIN_GRID+28
        sw      $t9, ORIGIN_GRID+32
        jr      $ra

# Compares the board with the one in ORIGIN_GRID.
#   result  $v0 = 1 if they differ, else 0
check_origin:
        lw      $t0, ORIGIN_GRID
        check_tile_change $t0 $t1
        lw      $t0, ORIGIN_GRID+4
        check_tile_change $t0 $t2
        lw      $t0, ORIGIN_GRID+8
        check_tile_change $t0 $t3
        lw      $t0, ORIGIN_GRID+12
        check_tile_change $t0 $t4
        lw      $t0, ORIGIN_GRID+16
        check_tile_change $t0 $t5
        lw      $t0, ORIGIN_GRID+20
        check_tile_change $t0 $t6
        lw      $t0, ORIGIN_GRID+24
        check_tile_change $t0 $t7
        lw      $t0, ORIGIN_GRID+28
        check_tile_change $t0 $t8
        lw      $t0, ORIGIN_GRID+32
        check_tile_change $t0 $t9
        li      $v0, 0
        jr      $ra
grid_changed:
        li      $v0, 1
        jr      $ra


# ===== IS THE GAME OVER? =====

# Looks for the tile that wins.
#   result  $v0 = 1 if it is on the board, else 0
is_win:
        beq     $t1, WINNING, is_win_yes
        beq     $t2, WINNING, is_win_yes
        beq     $t3, WINNING, is_win_yes
        beq     $t4, WINNING, is_win_yes
        beq     $t5, WINNING, is_win_yes
        beq     $t6, WINNING, is_win_yes
        beq     $t7, WINNING, is_win_yes
        beq     $t8, WINNING, is_win_yes
        beq     $t9, WINNING, is_win_yes
        li      $v0, 0
        jr      $ra
is_win_yes:
        li      $v0, 1
        jr      $ra

# Looks for a possible move: an empty tile, or two equal neighbours.
#   result  $v0 = 1 if there is none and the game is lost, else 0
is_lose:
        beqz    $t1, False
        beqz    $t2, False
        beqz    $t3, False
        beqz    $t4, False
        beqz    $t5, False
        beqz    $t6, False
        beqz    $t7, False
        beqz    $t8, False
        beqz    $t9, False

        beq     $t1, $t2, False         # side by side
        beq     $t2, $t3, False
        beq     $t4, $t5, False
        beq     $t5, $t6, False
        beq     $t7, $t8, False
        beq     $t8, $t9, False

        beq     $t1, $t4, False         # one above the other
        beq     $t4, $t7, False
        beq     $t2, $t5, False
        beq     $t5, $t8, False
        beq     $t3, $t6, False
        beq     $t6, $t9, False

        li      $v0, 1
        jr      $ra
False:
        li      $v0, 0
        jr      $ra


# ===== PRINTING =====
#
# A subroutine may write to the first 16 bytes of the stack of its caller, 0($sp) to 15($sp): they
# are its place for $a0 to $a3. So a subroutine that calls another leaves 16 bytes free and saves
# its own registers from 16($sp) on; and it takes a multiple of 8 bytes in all.

# Prints the board.
#   no parameters, no result
print_grid:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        print_row $t1 $t2 $t3
        print_row $t4 $t5 $t6
        print_row $t7 $t8 $t9
        print_str LINE                  # the bottom of the board
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

# Prints a tile, three characters wide.
#   $a0     the tile
print_integer:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        jal     get_integer
        move    $a0, $v0
        li      $v0, 4
        syscall
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

# Finds the text of a tile.
#   $a0     the tile
#   result  $v0 = the address of its text; that of an empty tile if there is no such tile
get_integer:
        beq     $a0, 2, print_2
        beq     $a0, 4, print_4
        beq     $a0, 8, print_8
        beq     $a0, 16, print_16
        beq     $a0, 32, print_32
        beq     $a0, 64, print_64
        beq     $a0, 128, print_128
        beq     $a0, 256, print_256
        beq     $a0, 512, print_512
        # Anything else looks like an empty tile.
        la      $v0, NUMBER_0
        jr      $ra
print_2:
        la      $v0, NUMBER_2
        jr      $ra
print_4:
        la      $v0, NUMBER_4
        jr      $ra
print_8:
        la      $v0, NUMBER_8
        jr      $ra
print_16:
        la      $v0, NUMBER_16
        jr      $ra
print_32:
        la      $v0, NUMBER_32
        jr      $ra
print_64:
        la      $v0, NUMBER_64
        jr      $ra
print_128:
        la      $v0, NUMBER_128
        jr      $ra
print_256:
        la      $v0, NUMBER_256
        jr      $ra
print_512:
        la      $v0, NUMBER_512
        jr      $ra


# ===== READING =====

# Tells whether an integer can be a tile: 0, 2, 4, 8, 16, 32, 64, 128, 256 or 512.
#   $a0     the integer
#   result  $v0 = 1 if it can, else 0
check_integer:
        beq     $a0, 0, valid_integer
        beq     $a0, 2, valid_integer
        beq     $a0, 4, valid_integer
        beq     $a0, 8, valid_integer
        beq     $a0, 16, valid_integer
        beq     $a0, 32, valid_integer
        beq     $a0, 64, valid_integer
        beq     $a0, 128, valid_integer
        beq     $a0, 256, valid_integer
        beq     $a0, 512, valid_integer
        li      $v0, 0
        jr      $ra
valid_integer:
        li      $v0, 1
        jr      $ra

# Reads a line that should be an integer. Service 5 would do, but stops the program at other text.
#   result  $v0 = the integer, or -1 if the line is none
#           $v1 = 0 if the input has ended, else 1
read_integer:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        la      $a0, TEXT
        li      $a1, 16
        jal     read_line
        beqz    $v0, read_integer_end_of_input
        la      $a0, TEXT
        jal     parse_integer
        li      $v1, 1
        j       read_integer_return
read_integer_end_of_input:
        li      $v0, -1
        li      $v1, 0
read_integer_return:
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

# Turns a line into the integer that it is made of: digits, with blanks around them or not.
#   $a0     the address of the line, which ends with a line feed unless it was too long
#   result  $v0 = the integer, or -1 if it is none, or larger than any tile
parse_integer:
parse_blanks:
        lbu     $t0, 0($a0)             # the blanks before the first digit
        addiu   $a0, $a0, 1
        beq     $t0, ' ', parse_blanks

        bltu    $t0, '0', parse_none    # there must be a digit
        bgtu    $t0, '9', parse_none
        li      $v0, 0
parse_digit:
        mul     $v0, $v0, 10
        addiu   $t0, $t0, -48           # from '0' to 0
        addu    $v0, $v0, $t0
        bgt     $v0, WINNING, parse_none
        lbu     $t0, 0($a0)
        addiu   $a0, $a0, 1
        bltu    $t0, '0', parse_rest
        bleu    $t0, '9', parse_digit

parse_rest:
        bne     $t0, ' ', parse_end     # the blanks behind the last digit
        lbu     $t0, 0($a0)
        addiu   $a0, $a0, 1
        j       parse_rest
parse_end:
        bne     $t0, '\n', parse_none   # nothing else may stand there
        jr      $ra
parse_none:
        li      $v0, -1
        jr      $ra

# Reads a line of input with its line feed and stores a zero after it. What does not fit is
# dropped, and so are carriage returns. A last line without line feed gets one.
#
# This is what service 8 does; but at the end of the input, service 8 stops the program. Service 14
# reads bytes and reports the end with a result of 0.
#   $a0     where to store the line
#   $a1     how many bytes are there, the zero included: 3 at least
#   result  $v0 = 0 if the input has ended before the line, else 1
#   computes in $a2, $a3 and $v1, too
read_line:
        move    $v1, $a0                # where the line begins
        move    $t0, $a0                # where its next character goes
        addu    $a3, $a0, $a1
        addiu   $a3, $a3, -1            # the last byte, for the zero
read_line_next:
        li      $a0, 0                  # standard input
        la      $a1, CHARACTER
        li      $a2, 1                  # one byte
        li      $v0, 14
        syscall
        blez    $v0, read_line_end_of_input

        lbu     $a0, CHARACTER
        beq     $a0, '\r', read_line_next
        beq     $t0, $a3, read_line_full
        sb      $a0, 0($t0)
        addiu   $t0, $t0, 1
read_line_full:
        bne     $a0, '\n', read_line_next
        j       read_line_done

read_line_end_of_input:
        beq     $t0, $v1, read_line_nothing
        beq     $t0, $a3, read_line_done
        li      $a0, '\n'
        sb      $a0, 0($t0)
        addiu   $t0, $t0, 1
read_line_done:
        sb      $zero, 0($t0)
        li      $v0, 1
        jr      $ra
read_line_nothing:
        sb      $zero, 0($t0)
        li      $v0, 0
        jr      $ra
