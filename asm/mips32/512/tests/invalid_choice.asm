# Lines that are no choice of the main menu.
        .include "../512.asm"
