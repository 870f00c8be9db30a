# A quiet game that is lost: w, a, s and d in turn.
#   jal run tests/game/lost_quiet.asm 442 <tests/game/lost_quiet.in

        .include "../../src/main.asm"
