# A state with a 512 is won before the first move: $t5.
        .include "../512.asm"
