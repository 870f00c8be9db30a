# Moves that change nothing, drawn: the board is not drawn again.
#   jal run tests/game/unchanged_pretty.asm 11 <tests/game/unchanged_pretty.in

        .include "../../src/main.asm"
