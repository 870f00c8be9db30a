# A new game with its 2s at $t5 and $t6. X quits.
        .include "../512.asm"
