# The whole move of one row.
#   Imported by main.s; tested by tests/pub/test_complete_move_*.s and
#   tests/pub/test_score_*.s
.import move_left.s
.import merge.s
.globl complete_move

.text
# complete_move: moves all tiles of a row to the left, merges equal neighbours
# once, and closes the gaps: 2 0 2 4 becomes 4 4 0 0.
#   a0 = address of the row, an array of addresses of half-words
#   a1 = number of its fields
# Results:
#   a0 = number of merges
#   a1 = worth: the sum of the values of the new tiles
complete_move:
    addi sp, sp, -32
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    sw   s2, 12(sp)
    sw   s3, 16(sp)
    mv   s0, a0                     # the row is needed three times
    mv   s1, a1

    jal  move_left                  # a0 and a1 still are the row

    mv   a0, s0
    mv   a1, s1
    jal  merge
    mv   s2, a0                     # the next call may overwrite a0 and a1
    mv   s3, a1

    mv   a0, s0
    mv   a1, s1
    jal  move_left

    mv   a0, s2
    mv   a1, s3
    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    lw   s2, 12(sp)
    lw   s3, 16(sp)
    addi sp, sp, 32
    ret
