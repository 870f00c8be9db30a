# Task: shift the tiles of a row by one field.
#   jal run tests/pub/test_move_one_1.s   runs its first test
.globl move_one

.text
# move_one: shifts every tile that can move by one field to the left, all at
# the same time.
#   a0 = address of the row, an array of addresses of half-words
#   a1 = number of its fields
# Result:
#   a0 = 1 if a tile moved, otherwise 0
#
# Examples (the values of the fields, not their addresses):
#   4 0 2 4     becomes 4 2 4 0, gives 1
#   0 2 0 4     becomes 2 0 4 0, gives 1
#   4 2 0 0     stays as it is, gives 0
move_one:
    # Your code here.
    li   a0, 0
    ret
