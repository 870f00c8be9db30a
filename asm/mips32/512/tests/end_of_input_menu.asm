# The input ends in the main menu: the program ends as with X.
        .include "../512.asm"
