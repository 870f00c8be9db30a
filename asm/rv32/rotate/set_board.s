# Moves. Only the move to the right is written: for the others the board is turned until their
# direction is "right", and turned back afterwards. Part of main.s.

.text

# set_board(direction, board): moves all tiles in a direction.
#   a0 = direction: 0 right, 1 up, 2 left, 3 down: how many quarter turns make it "right"
#   a1 = address of the board
#   result: a0 = 1 if anything moved, else 0
#   changes: a and t registers, the board
.globl set_board
set_board:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    sw   s2, 0(sp)
    mv   s0, a0                 # s0 = direction
    mv   s1, a1                 # s1 = address of the board

    jal  rotate_times           # takes direction and board as they are

    mv   a0, s1
    jal  move_right
    mv   s2, a0                 # s2 = 1 if anything moved

    li   t0, 4                  # the rest of the full turn
    sub  a0, t0, s0
    mv   a1, s1
    jal  rotate_times

    mv   a0, s2
    lw   s2, 0(sp)
    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# rotate_times(turns, board): turns the board several times.
#   a0 = how many quarter turns, a1 = address of the board
#   changes: a and t registers, the board
.globl rotate_times
rotate_times:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    mv   s0, a0                 # s0 = turns that are left
    mv   s1, a1                 # s1 = address of the board

rotate_times_turn:
    beqz s0, rotate_times_end
    mv   a0, s1
    jal  rotate
    addi s0, s0, -1
    j    rotate_times_turn

rotate_times_end:
    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# move_right(board): moves the tiles of all rows to the right.
#   a0 = address of the board
#   result: a0 = 1 if anything moved, else 0
#   changes: a and t registers, the board
.globl move_right
move_right:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    sw   s2, 0(sp)
    mv   s0, a0                 # s0 = address of the row at hand
    addi s1, a0, 64             # s1 = after the last row
    li   s2, 0                  # s2 = 1 if anything moved

move_right_row:
    mv   a0, s0
    jal  move_row_right
    or   s2, s2, a0
    addi s0, s0, 16
    bne  s0, s1, move_right_row

    mv   a0, s2
    lw   s2, 0(sp)
    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# move_row_right(row): moves the tiles of one row to the right. From right to left, each tile slides
# over the empty fields and merges with the tile it meets, if that is equal and not merged yet.
#   a0 = address of the row (4 words)
#   result: a0 = 1 if anything moved, else 0
#   changes: a1, t0 to t6, the row
.globl move_row_right
move_row_right:
    addi sp, sp, -16            # the merged-array: a word for each field, 1 if its tile is merged
    sw   zero, 0(sp)
    sw   zero, 4(sp)
    sw   zero, 8(sp)
    sw   zero, 12(sp)

    li   t0, 0                  # 1 if anything moved
    addi t1, a0, 12             # address of the last field, which nothing can leave
    addi t2, a0, 8              # address of the field whose tile is moved now: the last but one

move_row_tile:
    mv   t3, t2                 # address of the tile on its way
    lw   t4, 0(t3)              # its value
    beqz t4, move_row_next

move_row_slide:
    beq  t3, t1, move_row_next  # at the edge
    lw   t5, 4(t3)              # what lies to the right
    bnez t5, move_row_meet
    sw   zero, 0(t3)            # nothing: one step
    sw   t4, 4(t3)
    addi t3, t3, 4
    li   t0, 1
    j    move_row_slide

move_row_meet:
    bne  t4, t5, move_row_next
    sub  t6, t3, a0             # the word of the merged-array that belongs to the met tile: as far
    add  t6, sp, t6             # from sp as the tile is from the start of the row
    lw   a1, 4(t6)
    bnez a1, move_row_next      # a tile merges once a move

    li   t0, 1
    sw   t0, 4(t6)
    sw   zero, 0(t3)
    add  t4, t4, t5
    sw   t4, 4(t3)

move_row_next:
    addi t2, t2, -4
    bgeu t2, a0, move_row_tile  # until the first field of the row is done

    mv   a0, t0
    addi sp, sp, 16
    ret
