# Moves that change nothing, quiet: no new tile, and another key is awaited.
#   jal run tests/game/unchanged_quiet.asm 11 <tests/game/unchanged_quiet.in

        .include "../../src/main.asm"
