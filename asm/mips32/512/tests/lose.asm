# A game from a state that is lost with the tile that appears after the fourth move.
        .include "../512.asm"
