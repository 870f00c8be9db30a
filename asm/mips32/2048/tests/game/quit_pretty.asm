# A drawn game that ends at once.
#   jal run tests/game/quit_pretty.asm <tests/game/quit_pretty.in

        .include "../../src/main.asm"
