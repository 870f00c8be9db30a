# Shifts the tiles of a row as far as they go.
#   Imported by complete_move.s; tested by tests/pub/test_move_left_*.s
.import move_one.s
.globl move_left

.text
# move_left: moves all tiles of a row as far as possible to the left, without
# merging any: 0 2 0 4 becomes 2 4 0 0.
#   a0 = address of the row, an array of addresses of half-words
#   a1 = number of its fields
# No result.
move_left:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    mv   s0, a0                     # both are needed again for every step
    mv   s1, a1

move_left_step:
    mv   a0, s0
    mv   a1, s1
    jal  move_one
    bnez a0, move_left_step         # something moved: there may be more to do

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    addi sp, sp, 16
    ret
