# The last line of the input counts, even if no line feed ends it.
        .include "../512.asm"
