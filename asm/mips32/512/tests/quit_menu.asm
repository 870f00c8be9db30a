# X in the main menu ends the program.
        .include "../512.asm"
