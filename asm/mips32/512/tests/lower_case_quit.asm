# A lower case x ends the program in the main menu.
        .include "../512.asm"
