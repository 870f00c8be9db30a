# A full board is not lost while two neighbours are equal: $t2 and $t3 merge, all others differ.
        .include "../512.asm"
