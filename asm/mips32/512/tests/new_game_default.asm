# A new game with the random numbers that come without --seed.
        .include "../512.asm"
