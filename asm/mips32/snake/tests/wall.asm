# Nobody presses a key: the snake runs into the wall on the right.
        .include "../snake.asm"
