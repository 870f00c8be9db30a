# The key q ends the game at once.
        .include "../snake.asm"
