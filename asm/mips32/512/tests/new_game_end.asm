# A new game with a 2 at $t9. X quits.
        .include "../512.asm"
