# An X that no line feed ends is an X.
        .include "../512.asm"
