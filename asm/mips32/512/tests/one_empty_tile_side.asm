# A board with one empty tile is not lost, wherever it is: $t4.
        .include "../512.asm"
