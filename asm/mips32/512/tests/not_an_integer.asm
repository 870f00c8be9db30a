# Text that is not an integer leads back to the main menu, too: abc, 2x, an empty line, X, 4 2, P,
# digits without end, 2^32 + 2.
        .include "../512.asm"
