# A game from a state that is won: D, then A without a new tile, then D, A and S with new tiles.
        .include "../512.asm"
