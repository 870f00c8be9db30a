# Lines that are not a choice of the main menu.
        .include "../512.asm"
