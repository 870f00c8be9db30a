# A quiet game that ends at once, with the two tiles of the default seed.
#   jal run tests/game/quit_quiet.asm <tests/game/quit_quiet.in

        .include "../../src/main.asm"
