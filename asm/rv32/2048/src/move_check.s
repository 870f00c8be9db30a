# Would a move to the left do anything?
#   Imported by main.s; tested by tests/pub/test_move_check_*.s
.globl move_check

.text
# move_check: checks whether moving left would change a row. It would if a tile
# has an empty field to its left, or if two neighbours are equal tiles.
#   a0 = address of the row, an array of addresses of half-words
#   a1 = number of its fields
# Result:
#   a0 = 1 if the move changes the row, otherwise 0
# The board stays as it is.
move_check:
    addi a1, a1, -1                 # n fields make n - 1 pairs of neighbours

move_check_loop:
    blez a1, move_check_none        # no pair is left
    lw   t0, 0(a0)
    lhu  t0, 0(t0)                  # t0 = left one of the pair
    lw   t1, 4(a0)
    lhu  t1, 0(t1)                  # t1 = right one of the pair

    beqz t1, move_check_next        # no tile that could move or merge
    beqz t0, move_check_found       # it moves into the empty field
    beq  t0, t1, move_check_found   # it merges with its equal

move_check_next:
    addi a0, a0, 4                  # an address takes four bytes
    addi a1, a1, -1
    j    move_check_loop

move_check_found:
    li   a0, 1
    ret

move_check_none:
    li   a0, 0
    ret
