# The memory of the game 2048: main.asm includes it. There is nothing to run here.

        .data
        .globl board, line, score, random_state

# The playing field: 4 rows of 4 fields, one row after the other. A field is an unsigned
# half-word: 0 is an empty field, everything else is the value of the tile on it.
board:          .half   0:16

# One row or column of the board, as the addresses of its four fields, in the order in which a
# move looks at them: the first field is the one that the tiles move towards.
line:           .word   0:4

# The points of the player.
score:          .word   0

# The current state of the random numbers (see random in utils.asm).
random_state:   .word   0
