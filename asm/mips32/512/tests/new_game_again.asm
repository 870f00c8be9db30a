# A new game whose first nine throws gave fewer than two 2s: the board is drawn again, with two.
        .include "../512.asm"
