# All four directions, and keys after the end: what follows q is not read.
#   jal run tests/game/moves_quiet.asm 3 <tests/game/moves_quiet.in

        .include "../../src/main.asm"
