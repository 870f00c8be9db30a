# Moves down. Read from the side that the tiles move to, the lines are 0 2 2, 2 0 2 and 0 0 4:
# tiles merge across empty tiles, and a tile alone moves all the way.
        .include "../512.asm"
