# A drawn game that is lost: w, a, s and d in turn.
#   jal run tests/game/lost_pretty.asm 2064 <tests/game/lost_pretty.in

        .include "../../src/main.asm"
