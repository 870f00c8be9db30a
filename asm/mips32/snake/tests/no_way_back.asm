# The snake cannot turn round, and other keys do nothing.
        .include "../snake.asm"
