# A state with a 512 is won before the first move.
        .include "../512.asm"
