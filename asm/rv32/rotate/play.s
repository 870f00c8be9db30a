# The course of a game: keys in, drawings out, until no move is left or the player quits.
# Part of main.s. It imports all the rest, so a test with a main of its own imports this file only.

.import "board.s"
.import "draw.s"
.import "log.s"
.import "random.s"
.import "rotate.s"
.import "set_board.s"

# Commands: 0 to 3 are the directions. The others are quitting the game, and keys that mean nothing;
# the latter is also the "command" of the first drawing.
#define QUIT 4
#define NO_COMMAND -1

.data
game_over_text: .string "game over!\n"
wrong_total_text: .string "The tiles do not add up.\n"
.align 2                        # the words of the next file shall lie at multiples of 4

.text

# play(): one game, from the empty board to "game over!".
#   result: a0 = 0, or -1 if the tiles did not add up
#   changes: a and t registers, the board, the score, the log
.globl play
play:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)

    jal  open_log
    jal  start_board            # a0 = the sum of the first two tiles
    jal  play_turns
    mv   s0, a0                 # how it ended
    jal  close_log

    la   a1, game_over_text
    beqz s0, play_say
    la   a1, wrong_total_text
play_say:
    li   a0, 4                  # print the string at a1
    ecall

    mv   a0, s0
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# start_board(): empties the board and puts two tiles on it.
#   result: a0 = the sum of the two tiles
#   changes: a and t registers, the board
.globl start_board
start_board:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)

    jal  clear_board
    jal  make_two_or_four
    mv   s0, a0
    jal  make_two_or_four
    add  a0, s0, a0

    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# play_turns(total): draws the board and obeys keys, until the game ends.
#   a0 = the sum of all tiles on the board
#   result: a0 = 0, or -1 if the sum is not (or no longer) what was put there
#   changes: a and t registers, the board, the score, the log
.globl play_turns
play_turns:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    mv   s0, a0                 # s0 = sum of all tiles that were created
    li   s1, NO_COMMAND         # s1 = the command that led to this board

play_turns_draw:
    mv   a0, s0
    mv   a1, s1
    jal  draw_board
    bnez a0, play_turns_end     # a0 = -1: the tiles do not add up

    jal  is_game_over
    bnez a0, play_turns_fine

play_turns_key:
    jal  get_command
    li   t0, QUIT
    beq  a0, t0, play_turns_fine
    bltz a0, play_turns_key     # not a key of this game

    mv   s1, a0
    la   a1, board
    jal  set_board
    beqz a0, play_turns_key     # nothing moved: not a turn

    jal  make_two_or_four
    add  s0, s0, a0
    j    play_turns_draw

play_turns_fine:
    li   a0, 0
play_turns_end:
    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# get_command(): reads one key.
#   result: a0 = 0 d (right), 1 w (up), 2 a (left), 3 s (down): how many quarter turns make that
#           direction "right"; QUIT for q and at the end of the input; NO_COMMAND for other keys
#   changes: t0, t1
.globl get_command
get_command:
    li   a0, 12                 # read a character
    ecall
    li   t0, 65535              # what it gives at the end of the input
    beq  a0, t0, get_command_quit

    ori  t0, a0, 0x20           # upper-case letters differ from lower-case ones by this bit

    li   a0, 0
    li   t1, 'd'
    beq  t0, t1, get_command_end
    li   a0, 1
    li   t1, 'w'
    beq  t0, t1, get_command_end
    li   a0, 2
    li   t1, 'a'
    beq  t0, t1, get_command_end
    li   a0, 3
    li   t1, 's'
    beq  t0, t1, get_command_end
    li   t1, 'q'
    beq  t0, t1, get_command_quit

    li   a0, NO_COMMAND
    ret
get_command_quit:
    li   a0, QUIT
get_command_end:
    ret
