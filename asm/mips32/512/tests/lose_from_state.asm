# A state without a possible move is lost before the first move.
        .include "../512.asm"
