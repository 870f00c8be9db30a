# All four directions, drawn.
#   jal run tests/game/moves_pretty.asm 3 <tests/game/moves_pretty.in

        .include "../../src/main.asm"
