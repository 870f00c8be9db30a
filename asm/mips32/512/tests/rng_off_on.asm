# RNG off and on again: tiles appear after the first and the last two moves only. Neither key is a move.
        .include "../512.asm"
