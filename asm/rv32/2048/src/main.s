# The game 2048.
#   jal run src/main.s          play
#   jal run src/main.s 7        play with other random tiles
# Keys: w up, a left, s down, d right, q quit. The end of the input counts as q, too.
#
# This file is given: do not change it, and do not change buffer.s and utils.s.
.import buffer.s
.import utils.s
.import check_victory.s
.import place.s
.import move_check.s
.import complete_move.s             # imports move_left.s and merge.s itself
.import printboard.s
.globl main

.data
main_won_pretty:        .string "You win!\n"
main_won_quiet:         .string "won\n"
main_lost_pretty:       .string "Game over.\n"
main_lost_quiet:        .string "lost\n"
main_quit_pretty:       .string "Goodbye!\n"
main_quit_quiet:        .string "quit\n"
main_unchanged_pretty:  .string "That move changes nothing.\n"
main_unchanged_quiet:   .string "unchanged\n"
.align 2                            # the next file's data begins at a word

.text
# main: plays one game.
#   a0 = number of arguments; the first one is the program's name
#   a1 = address of the array of their addresses
# Result:
#   a0 = 0, the exit code
main:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)

    jal  seed_random                # a0 and a1 still are the arguments
    jal  place_random_tile
    jal  place_random_tile
    jal  ask_pretty
    mv   s0, a0                     # s0 = 1 pretty, 0 quiet

main_turn:
    mv   a0, s0
    jal  show_game

main_ask:
    mv   a0, s0
    jal  read_move
    li   t0, 'q'
    beq  a0, t0, main_quit
    jal  move_board                 # a0 still is the direction
    beqz a0, main_unchanged

    la   a0, board
    li   a1, 16
    jal  check_victory
    bnez a0, main_won

    jal  place_random_tile
    jal  can_move
    bnez a0, main_turn
    j    main_lost

main_unchanged:
    mv   a0, s0
    la   a1, main_unchanged_pretty
    la   a2, main_unchanged_quiet
    jal  print_message
    j    main_ask

main_won:
    mv   a0, s0
    jal  show_game
    mv   a0, s0
    la   a1, main_won_pretty
    la   a2, main_won_quiet
    j    main_end

main_lost:
    mv   a0, s0
    jal  show_game
    mv   a0, s0
    la   a1, main_lost_pretty
    la   a2, main_lost_quiet
    j    main_end

main_quit:                          # the board was shown already
    mv   a0, s0
    la   a1, main_quit_pretty
    la   a2, main_quit_quiet

main_end:
    jal  print_message              # a0, a1, a2 = mode and both texts
    mv   a0, s0
    jal  show_final_score

    li   a0, 0
    lw   ra, 0(sp)
    lw   s0, 4(sp)
    addi sp, sp, 16
    ret
