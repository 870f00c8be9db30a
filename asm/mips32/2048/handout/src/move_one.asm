# Task 4, part 1: move_one
#   try it:   jal run tests/pub/test_move_one_1.asm

        .text
        .globl move_one

# move_one: moves every tile that has room by one field to the left, all at the same time. A
# tile on the first field stays where it is.
#   $a0 = address of the row, an array of the addresses of its fields
#   $a1 = number of fields in the row, at least 2
# Result:
#   $v0 = 1 if a tile has moved, else 0
#
# Examples (the values of the fields, not their addresses):
#       4 0 2 4     becomes     4 2 4 0     result 1
#       0 0 2 0     becomes     0 2 0 0     result 1
#       2 4 0 0     stays       2 4 0 0     result 0
move_one:
        # Your code here.
        li      $v0, 0
        jr      $ra
