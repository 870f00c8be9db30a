# Keys that are not moves, quiet: nothing happens to the board.
#   jal run tests/game/invalid_quiet.asm 5 <tests/game/invalid_quiet.in

        .include "../../src/main.asm"
