# A full board without a possible move is won if it holds a 512: winning is checked first.
        .include "../512.asm"
