# A full board is not lost while two neighbours are equal: $t8 and $t9 merge, all others differ.
        .include "../512.asm"
