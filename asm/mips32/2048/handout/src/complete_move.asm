# Task 4, part 4, and task 6: complete_move
#   try it:   jal run tests/pub/test_complete_move_1.asm
#             jal run tests/pub/test_score_1.asm

        .text
        .globl complete_move

# complete_move: the whole move of one row: moves its tiles to the left as far as they go,
# merges them once, and moves them to the left again. Call move_left and merge for it.
#   $a0 = address of the row, an array of the addresses of its fields
#   $a1 = number of fields in the row, at least 2
# Results (task 6):
#   $v0 = number of merges
#   $v1 = what they are worth: the sum of the values of the new tiles
#
# Example (the values of the fields, not their addresses), with the steps between:
#       2 0 2 4     moved       2 2 4 0
#                   merged      4 0 4 0     1 merge, worth 4
#                   moved       4 4 0 0     the two 4s must not merge again
complete_move:
        # Your code here.
        li      $v0, 0
        li      $v1, 0
        jr      $ra

# These lines let you call them; move_left.asm includes move_one.asm. Do not include a file
# twice.
        .include "move_left.asm"
        .include "merge.asm"
