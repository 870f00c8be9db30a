# Task 1: check_victory (1 point)
#   try it:   jal run tests/pub/test_check_win_1.asm

        .text
        .globl check_victory

# check_victory: checks whether the game is won: is there a tile with the value 2048?
#   $a0 = address of the board, an array of unsigned half-words
#   $a1 = number of fields on the board
# Result:
#   $v0 = 1 if one of the tiles is 2048, else 0
# The board stays as it is. It may have any number of fields.
#
# Example: for the 2 x 3 board
#       2    4    0
#       8 2048   16
# $a1 is 6 and the result is 1.
check_victory:
        # Your code here.
        li      $v0, 0
        jr      $ra
