# Task 4, part 3, and task 6: merge
#   try it:   jal run tests/pub/test_merge_1.asm
#             jal run tests/pub/test_score_1.asm

        .text
        .globl merge

# merge: merges, from left to right, tiles that are side by side and have the same value. The
# left one becomes the sum of both, the right one disappears. A tile that comes from a merge
# does not merge again. A sum is stored in a half-word, so only its low 16 bits remain.
#   $a0 = address of the row, an array of the addresses of its fields
#   $a1 = number of fields in the row, at least 2
# Results (task 6):
#   $v0 = number of merges
#   $v1 = what they are worth: the sum of the values of the new tiles
#
# Examples (the values of the fields, not their addresses):
#       2 2 4 4     becomes     4 0 8 0     2 merges, worth 4 + 8 = 12
#       2 2 4 8     becomes     4 0 4 8     1 merge, worth 4
#       2 0 2 4     stays       2 0 2 4     0 merges, worth 0
merge:
        # Your code here.
        li      $v0, 0
        li      $v1, 0
        jr      $ra
