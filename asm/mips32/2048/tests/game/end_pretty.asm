# The end of the input ends a drawn game as q does.
#   jal run tests/game/end_pretty.asm 9 <tests/game/end_pretty.in

        .include "../../src/main.asm"
