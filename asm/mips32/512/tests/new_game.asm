# A new game: two 2s appear, and after every move another one. A, S, S, A, A, then X.
        .include "../512.asm"
