# Task: would a move to the left do anything?
#   jal run tests/pub/test_move_check_1.s   runs its first test
.globl move_check

.text
# move_check: checks whether moving left would change a row. It would if a tile
# has an empty field to its left, or if two neighbours are equal tiles.
#   a0 = address of the row, an array of addresses of half-words
#   a1 = number of its fields
# Result:
#   a0 = 1 if the move changes the row, otherwise 0
# The board must stay as it is.
#
# Examples (the values of the fields, not their addresses):
#   2 0 4 8     gives 1: the 4 can move
#   2 4 4 8     gives 1: the 4s can merge
#   2 4 8 0     gives 0
move_check:
    # Your code here.
    li   a0, 0
    ret
