# Lines that end with a carriage return and a line feed, as on Windows.
        .include "../512.asm"
