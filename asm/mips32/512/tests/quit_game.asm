# X in a game ends the program.
        .include "../512.asm"
