# A quiet game that is won: 952 moves up to the tile 2048. The key after the last move is
# not read.
#   jal run tests/game/won_quiet.asm 1 <tests/game/won_quiet.in

        .include "../../src/main.asm"
