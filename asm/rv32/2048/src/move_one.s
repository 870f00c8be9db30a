# Shifts the tiles of a row by one field.
#   Imported by move_left.s; tested by tests/pub/test_move_one_*.s
.globl move_one

.text
# move_one: shifts every tile that can move by one field to the left, all at
# the same time: 4 0 2 4 becomes 4 2 4 0.
#   a0 = address of the row, an array of addresses of half-words
#   a1 = number of its fields
# Result:
#   a0 = 1 if a tile moved, otherwise 0
#
# It goes through the pairs of neighbours from left to right. A tile that moves
# leaves an empty field behind, into which the next tile moves.
move_one:
    li   t0, 0                      # t0 = did a tile move?
    addi a1, a1, -1                 # n fields make n - 1 pairs of neighbours

move_one_loop:
    blez a1, move_one_done          # no pair is left
    lw   t1, 0(a0)                  # t1 = address of the left field
    lw   t2, 4(a0)                  # t2 = address of the right field
    lhu  t3, 0(t1)
    bnez t3, move_one_next          # the left field is occupied
    lhu  t3, 0(t2)
    beqz t3, move_one_next          # the right field holds no tile

    sh   t3, 0(t1)
    sh   zero, 0(t2)
    li   t0, 1

move_one_next:
    addi a0, a0, 4                  # an address takes four bytes
    addi a1, a1, -1
    j    move_one_loop

move_one_done:
    mv   a0, t0
    ret
