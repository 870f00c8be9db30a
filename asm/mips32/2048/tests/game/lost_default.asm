# A longer game with the default seed that is lost: s, d, a, s, d, w in turn.
#   jal run tests/game/lost_default.asm <tests/game/lost_default.in

        .include "../../src/main.asm"
