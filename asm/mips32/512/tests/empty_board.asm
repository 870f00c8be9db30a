# On a board without tiles every move changes nothing.
        .include "../512.asm"
