# The input ends in a game: the program ends as with X.
        .include "../512.asm"
