# A board with one empty tile is not lost, wherever it is: $t2, $t8.
        .include "../512.asm"
