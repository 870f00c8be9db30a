# Keys that are not moves, quiet: nothing happens to the board.
#   jal run tests/game/invalid_quiet.s 5 <tests/game/invalid_quiet.in
.import ../../src/main.s
