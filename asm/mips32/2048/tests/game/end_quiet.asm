# The end of the input ends a quiet game as q does.
#   jal run tests/game/end_quiet.asm 9 <tests/game/end_quiet.in

        .include "../../src/main.asm"
