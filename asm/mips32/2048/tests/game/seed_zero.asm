# The seed 0, for comparison with seed_text.
#   jal run tests/game/seed_zero.asm 0 <tests/game/seed_zero.in

        .include "../../src/main.asm"
