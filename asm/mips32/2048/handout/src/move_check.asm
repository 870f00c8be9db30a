# Task 3: move_check (1 point)
#   try it:   jal run tests/pub/test_move_check_1.asm

        .text
        .globl move_check

# move_check: checks whether moving left has an effect on a row. It has one if a tile has an
# empty field directly to its left, or if two neighbours are tiles of the same value.
#   $a0 = address of the row, an array of the addresses of its fields
#   $a1 = number of fields in the row, at least 2
# Result:
#   $v0 = 1 if moving left changes the row, else 0
# The board stays as it is.
#
# Examples (the values of the fields, not their addresses):
#       2 4 0 0     0: there is nothing to move and nothing to merge
#       2 0 4 0     1: the 4 can move
#       2 4 4 8     1: the two 4s can merge
move_check:
        # Your code here.
        li      $v0, 0
        jr      $ra
