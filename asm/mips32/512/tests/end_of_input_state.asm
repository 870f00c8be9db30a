# The input ends between the integers of a state: the program ends as with X.
        .include "../512.asm"
