# Task: is the game won?
#   jal run tests/pub/test_check_win_1.s   runs its first test
.globl check_victory

.text
# check_victory: looks for a tile of value 2048.
#   a0 = address of the board, an array of unsigned half-words
#   a1 = number of its fields
# Result:
#   a0 = 1 if some tile is 2048, otherwise 0
# The board must stay as it is.
#
# Examples with boards of 2x2 fields:
#   2 2048 4 8  gives 1
#   2 1024 4 8  gives 0
check_victory:
    # Your code here.
    li   a0, 0
    ret
