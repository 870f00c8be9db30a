# Places a new tile.
#   Imported by main.s; tested by tests/pub/test_place_*.s
.globl place

.text
# place: puts a tile on a field of the board if that field is empty.
#   a0 = address of the board, an array of unsigned half-words
#   a1 = number of its fields
#   a2 = index of the field, from 0
#   a3 = value of the tile
# Result:
#   a0 = 0 if the tile was placed, 1 if the field was occupied
# An occupied field keeps its tile.
place:
    slli t0, a2, 1                  # a field takes two bytes
    add  t0, a0, t0                 # t0 = address of the field
    lhu  t1, 0(t0)
    bnez t1, place_occupied

    sh   a3, 0(t0)
    li   a0, 0
    ret

place_occupied:
    li   a0, 1
    ret
