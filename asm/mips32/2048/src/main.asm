# 2048: slide tiles of equal value into each other until one of them is 2048.
#   jal run src/main.asm        play
#   jal run src/main.asm 7      play with other random tiles
# Keys: w up, a left, s down, d right, q quit. The end of the input counts as q, too.
#
# This file is given: do not change it, and do not change buffer.asm and utils.asm.

        .data
main_unchanged_pretty:  .asciiz "That move changes nothing.\n"
main_unchanged_quiet:   .asciiz "unchanged\n"
main_won_pretty:        .asciiz "You win!\n"
main_won_quiet:         .asciiz "won\n"
main_lost_pretty:       .asciiz "Game over.\n"
main_lost_quiet:        .asciiz "lost\n"
main_quit_pretty:       .asciiz "Goodbye!\n"
main_quit_quiet:        .asciiz "quit\n"

        .text
        .globl main

# main: the game, from the first two tiles to the exit.
#   $a0 = number of arguments
#   $a1 = address of the array of their addresses
#
# Through the whole game $s0 is the mode: 1 pretty, for people; 0 quiet, numbers only.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        jal     seed_random             # it takes the arguments as they are in $a0 and $a1
        jal     place_random_tile
        jal     place_random_tile
        jal     ask_pretty
        move    $s0, $v0

main_turn:
        move    $a0, $s0
        jal     show_game

main_ask:
        move    $a0, $s0
        jal     read_move
        beq     $v0, 'q', main_quit
        move    $a0, $v0
        jal     move_board
        beqz    $v0, main_unchanged

        la      $a0, board
        li      $a1, 16
        jal     check_victory
        bnez    $v0, main_won

        jal     place_random_tile
        jal     can_move
        bnez    $v0, main_turn

        la      $s1, main_lost_pretty   # the last words: $s1 in pretty mode,
        la      $s2, main_lost_quiet    # $s2 in quiet mode
        j       main_show_end

main_unchanged:
        move    $a0, $s0
        la      $a1, main_unchanged_pretty
        la      $a2, main_unchanged_quiet
        jal     print_message
        j       main_ask

main_won:
        la      $s1, main_won_pretty
        la      $s2, main_won_quiet
        j       main_show_end

main_quit:
        la      $s1, main_quit_pretty
        la      $s2, main_quit_quiet
        j       main_end

main_show_end:
        move    $a0, $s0
        jal     show_game

main_end:
        move    $a0, $s0
        move    $a1, $s1
        move    $a2, $s2
        jal     print_message
        move    $a0, $s0
        jal     show_final_score
        li      $v0, 10                 # exit
        syscall

# The other files of the game. Each of these includes what it needs itself, and no file may be
# included twice: complete_move.asm brings move_left.asm, move_one.asm and merge.asm along.
        .include "buffer.asm"
        .include "utils.asm"
        .include "check_victory.asm"
        .include "place.asm"
        .include "move_check.asm"
        .include "complete_move.asm"
        .include "printboard.asm"
