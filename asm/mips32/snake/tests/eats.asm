# The snake turns down, then left, eats, and grows. Then it runs into the wall.
        .include "../snake.asm"
