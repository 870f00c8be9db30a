# The letters of the moves may be lower case.
        .include "../512.asm"
