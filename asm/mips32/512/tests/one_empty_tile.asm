# A board with one empty tile is not lost, wherever it is: $t5, $t6, $t9, $t3, $t1, $t7.
        .include "../512.asm"
