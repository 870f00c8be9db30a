# Task 5: printboard (2 points)
#   try it:   jal run tests/pub/test_printboard_1.asm

        .text
        .globl printboard

# printboard: prints a board of 4 x 4 fields. A value has room for four digits, is aligned to
# the right, and has a blank on either side. Every line ends with a line end, including the last
# one; there are no blanks before it.
#   $a0 = address of the board, an array of 16 unsigned half-words
# There is no result. The board stays as it is.
#
# Example:
#       -----------------------------
#       |      |      |      |      |
#       |    2 |    4 |    0 |    0 |
#       |      |      |      |      |
#       -----------------------------
#       |      |      |      |      |
#       |    4 |    8 |    0 |    0 |
#       |      |      |      |      |
#       -----------------------------
#       |      |      |      |      |
#       |   16 |   32 |    4 |    2 |
#       |      |      |      |      |
#       -----------------------------
#       |      |      |      |      |
#       |    2 | 2048 |  512 |    8 |
#       |      |      |      |      |
#       -----------------------------
printboard:
        # Your code here.
        jr      $ra
