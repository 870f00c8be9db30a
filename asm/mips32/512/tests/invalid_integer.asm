# Integers that are not tiles lead back to the main menu: 3, 1, 1024, -2. The last state is good.
        .include "../512.asm"
