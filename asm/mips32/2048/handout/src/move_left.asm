# Task 4, part 2: move_left
#   try it:   jal run tests/pub/test_move_left_1.asm

        .text
        .globl move_left

# move_left: moves all tiles of a row to the left until there is no gap between them. Call
# move_one for it.
#   $a0 = address of the row, an array of the addresses of its fields
#   $a1 = number of fields in the row, at least 2
# There is no result.
#
# Example (the values of the fields, not their addresses), with the step between:
#       0 2 0 4     becomes     2 0 4 0     and then     2 4 0 0
move_left:
        # Your code here.
        jr      $ra

# This line lets you call it. Do not include a file twice.
        .include "move_one.asm"
