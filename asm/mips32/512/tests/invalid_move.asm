# Lines that are not a move: a wrong letter, two letters, a number, nothing. The board is not shown again.
        .include "../512.asm"
