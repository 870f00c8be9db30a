# Equal tiles that touch at a corner only cannot merge: $t6 and $t8, $t1 and $t5, $t3 and $t5.
        .include "../512.asm"
