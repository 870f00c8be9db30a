# A move that changes nothing is invalid, and no tile appears, although RNG is on.
        .include "../512.asm"
