# A full board is not lost while two tiles in the last column are equal: $t6 and $t9.
        .include "../512.asm"
