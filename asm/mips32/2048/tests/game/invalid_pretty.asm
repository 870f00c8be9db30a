# Keys that are not moves, drawn: the board is not drawn again.
#   jal run tests/game/invalid_pretty.asm 5 <tests/game/invalid_pretty.in

        .include "../../src/main.asm"
