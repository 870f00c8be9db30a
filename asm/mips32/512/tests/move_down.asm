# Moves down. Read from the side that the tiles move to, the lines are 2 2 2, 4 2 2 and 2 2 4:
# each tile merges once at most, and the first pair merges first.
        .include "../512.asm"
