# A full board is not lost while two neighbours are equal: $t6 and $t9 merge, all others differ.
        .include "../512.asm"
