# Task: shift the tiles of a row as far as they go.
#   jal run tests/pub/test_move_left_1.s   runs its first test
.import move_one.s
.globl move_left

.text
# move_left: moves all tiles of a row as far as possible to the left, without
# merging any. Use move_one.
#   a0 = address of the row, an array of addresses of half-words
#   a1 = number of its fields
# No result.
#
# Example (the values of the fields, not their addresses):
#   0 2 0 4     becomes 2 0 4 0, then 2 4 0 0
move_left:
    # Your code here.
    ret
