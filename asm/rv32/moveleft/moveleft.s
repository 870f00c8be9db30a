# A move to the left in the game 2048, in one pass: a loop written from its invariant.
#   .import "moveleft.s"        then call moveLeft; demo.s shows it at work:
#   jal run asm/rv32/moveleft/demo.s 1

.text
.globl moveLeft

# Moves the tiles of one row as far to the left as they go. Two equal neighbours become one tile
# of their sum, from the left, and a tile made this way does not merge again in this move. An empty
# field is 0.
#   a0      address of the board: n rows of n words, row by row
#   a1      n, at least 1
#   a2      i, the row to move, 0 to n - 1
#   result  a0 = the points: the sum of the tiles that were made, or -1 if no tile moved
#   changes row i of the board; t0 to t6
#
# Before:
#              0                                       n
#             +---------------------------------------+
#      b[i]   |                   ?                   |
#             +---------------------------------------+
#
# The invariant, true each time the loop comes to move_left_loop:
#
#              0           h   h+1         j           n
#             +-----------+---+-----------+-----------+
#      b[i]   |  merged   | x |     0     |     ?     |      0 <= h < j <= n
#             +-----------+---+-----------+-----------+
#
#      merged   tiles in their final place that take no further part in the move
#      x        the tile that the next one may merge with, or 0 if there is none yet
#      0        empty fields only; none if h + 1 = j
#      ?        fields as they were before, still to be looked at
#      t3       the points for the merges so far
#      t4       1 if a field has changed, else 0
#
# After, when j = n and no ? is left:
#
#              0           h   h+1                     n
#             +-----------+---+-----------------------+
#      b[i]   |  merged   | x |           0           |
#             +-----------+---+-----------------------+
#
# The loop counts in addresses: t0 is that of b[i][h], t1 that of b[i][j], t2 that of b[i][n].
# t5 holds b[i][h] and t6 holds b[i][j] during a round.
moveLeft:
    mul  t0, a1, a2             # row i begins after i rows of n words
    slli t0, t0, 2
    add  t0, a0, t0             # h = 0: nothing is merged, x is the first field
    addi t1, t0, 4              # j = 1: no field lies between x and ?
    slli t2, a1, 2
    add  t2, t0, t2
    li   t3, 0
    li   t4, 0

move_left_loop:
    beq  t1, t2, move_left_done     # j = n: every field has been looked at
    lw   t5, 0(t0)
    lw   t6, 0(t1)
    beqz t6, move_left_next         # b[i][j] is empty: the zeros grow by this field
    beqz t5, move_left_fill         # a tile, and there is no x yet
    beq  t5, t6, move_left_merge    # a tile equal to x

    # A tile that differs from x: x is final, and the field after it takes the new x. If there are
    # no zeros between, the tile is in that field already, and nothing moves.
    addi t0, t0, 4                  # h = h + 1
    beq  t0, t1, move_left_next

    # The tile becomes x. h stays here, because the next tile may merge with it.
move_left_fill:
    sw   t6, 0(t0)
    j    move_left_moved

    # Equal: their sum takes the place of x and is final. The field after it is a zero, or the
    # field of the tile, which becomes one: there the new x begins, still without a tile.
move_left_merge:
    add  t5, t5, t6
    sw   t5, 0(t0)
    add  t3, t3, t5
    addi t0, t0, 4                  # h = h + 1

    # The tile has left its field, which joins the zeros.
move_left_moved:
    sw   zero, 0(t1)
    li   t4, 1

    # In all cases, one field less is left to be looked at: the loop comes to an end.
move_left_next:
    addi t1, t1, 4                  # j = j + 1
    j    move_left_loop

move_left_done:
    mv   a0, t3
    bnez t4, move_left_return
    li   a0, -1                     # no field has changed
move_left_return:
    ret
