# 2048: slide tiles of equal value into each other until one of them is 2048.
#   play:                 jal run src/main.asm
#   with other tiles:     jal run src/main.asm 7
#
# The number is where the sequence of random tiles begins: the same number and the same keys are
# the same game. This file is the frame of the game. What it leaves to others is in utils.asm, and
# in the eight files that are yours to write.

        .data
main_changes_nothing:   .asciiz "That move changes nothing.\n"
main_unchanged_word:    .asciiz "unchanged\n"
main_you_win:           .asciiz "You win!\n"
main_won_word:          .asciiz "won\n"
main_game_over:         .asciiz "Game over.\n"
main_lost_word:         .asciiz "lost\n"
main_goodbye:           .asciiz "Goodbye!\n"
main_quit_word:         .asciiz "quit\n"

        .text
        .globl main

# The game, from the first two tiles to the exit.
#   $a0     number of arguments
#   $a1     address of the array of their addresses
#
# $s0 is 1 if the board is printed for people, and 0 if everything is printed in short.
main:
        jal     seed_random             # it takes the arguments as they are in $a0 and $a1
        jal     random_tile
        jal     random_tile
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

        jal     random_tile
        jal     is_lost
        beqz    $v0, main_turn

        la      $s1, main_game_over     # the last words: $s1 for people,
        la      $s2, main_lost_word     # $s2 in short
        j       main_show_end

main_unchanged:
        move    $a0, $s0
        la      $a1, main_changes_nothing
        la      $a2, main_unchanged_word
        jal     say
        j       main_ask

main_won:
        la      $s1, main_you_win
        la      $s2, main_won_word
        j       main_show_end

main_quit:
        la      $s1, main_goodbye
        la      $s2, main_quit_word
        j       main_end

main_show_end:
        move    $a0, $s0
        jal     show_game

main_end:
        move    $a0, $s0
        move    $a1, $s1
        move    $a2, $s2
        jal     say
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
