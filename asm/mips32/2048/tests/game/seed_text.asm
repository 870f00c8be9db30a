# A seed that is not a number counts as 0.
#   jal run tests/game/seed_text.asm seven <tests/game/seed_text.in

        .include "../../src/main.asm"
