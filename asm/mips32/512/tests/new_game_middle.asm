# A new game with its 2s at $t3 and $t4. X quits.
        .include "../512.asm"
