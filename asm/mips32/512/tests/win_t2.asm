# A state with a 512 is won before the first move: $t2.
        .include "../512.asm"
