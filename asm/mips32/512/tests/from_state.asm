# A game from a state. With RNG off no tile appears, so that every board follows from the last.
        .include "../512.asm"
