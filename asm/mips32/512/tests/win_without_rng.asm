# The last merge wins, also when no new tile appears. What is typed after the end is not read.
        .include "../512.asm"
