# A new game with its 2s at $t7 and $t8. X quits.
        .include "../512.asm"
