# Keys that are not moves, drawn: the board is not drawn again.
#   jal run tests/game/invalid_pretty.s 5 <tests/game/invalid_pretty.in
.import ../../src/main.s
