# A full board is not lost while two tiles in the first column are equal: $t1 and $t4.
        .include "../512.asm"
