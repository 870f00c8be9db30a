# A full board is not lost while two neighbours are equal: $t1 and $t4 merge, all others differ.
        .include "../512.asm"
