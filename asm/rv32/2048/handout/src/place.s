# Task: place a new tile.
#   jal run tests/pub/test_place_1.s   runs its first test
.globl place

.text
# place: puts a tile on a field of the board if that field is empty.
#   a0 = address of the board, an array of unsigned half-words
#   a1 = number of its fields
#   a2 = index of the field, from 0
#   a3 = value of the tile
# Result:
#   a0 = 0 if the tile was placed, 1 if the field was occupied
# An occupied field must keep its tile.
#
# Examples with the board 2 0 4 8 of 2x2 fields and the tile 2:
#   index 1     gives 0, the board becomes 2 2 4 8
#   index 2     gives 1, the board stays as it is
place:
    # Your code here.
    li   a0, 0
    ret
