# Task: merge equal neighbours, and count the merges for the score.
#   jal run tests/pub/test_merge_1.s   runs its first test
.globl merge

.text
# merge: merges neighbours of equal value, from left to right. The left tile
# gets the sum, the right field becomes empty. A tile that came from a merge
# does not merge again.
#   a0 = address of the row, an array of addresses of half-words
#   a1 = number of its fields
# Results (for the task on the score; test_merge_* does not look at them):
#   a0 = number of merges
#   a1 = worth: the sum of the values of the new tiles
#
# Examples (the values of the fields, not their addresses):
#   2 2 4 4     becomes 4 0 8 0, gives 2 merges, worth 12
#   4 4 8 0     becomes 8 0 8 0, gives 1 merge, worth 8
#   2 0 2 4     stays as it is, gives 0 merges, worth 0
merge:
    # Your code here.
    li   a0, 0
    li   a1, 0
    ret
