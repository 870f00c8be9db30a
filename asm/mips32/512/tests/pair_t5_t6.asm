# A full board is not lost while two neighbours are equal: $t5 and $t6 merge, all others differ.
        .include "../512.asm"
