# Merges equal neighbours.
#   Imported by complete_move.s; tested by tests/pub/test_merge_*.s
.globl merge

.text
# merge: merges neighbours of equal value, from left to right. The left tile
# gets the sum, the right field becomes empty: 2 2 4 4 becomes 4 0 8 0. A tile
# that came from a merge does not merge again.
#   a0 = address of the row, an array of addresses of half-words
#   a1 = number of its fields
# Results:
#   a0 = number of merges
#   a1 = worth: the sum of the values of the new tiles
# A field holds 16 bits, so sums are modulo 65536.
merge:
    li   t0, 0                      # t0 = number of merges
    li   t1, 0                      # t1 = their worth
    addi a1, a1, -1                 # n fields make n - 1 pairs of neighbours

merge_loop:
    blez a1, merge_done             # no pair is left
    lw   t2, 0(a0)                  # t2 = address of the left field
    lw   t3, 4(a0)                  # t3 = address of the right field
    lhu  t4, 0(t2)
    lhu  t5, 0(t3)
    beqz t4, merge_next             # two empty fields are equal, but no tiles
    bne  t4, t5, merge_next

    add  t4, t4, t5
    sh   t4, 0(t2)
    sh   zero, 0(t3)                # the next pair begins with an empty field:
                                    # the new tile cannot merge again
    lhu  t4, 0(t2)                  # the value that the new tile really has
    addi t0, t0, 1
    add  t1, t1, t4

merge_next:
    addi a0, a0, 4                  # an address takes four bytes
    addi a1, a1, -1
    j    merge_loop

merge_done:
    mv   a0, t0
    mv   a1, t1
    ret
