# Moves that change nothing, drawn: the board is not drawn again.
#   jal run tests/game/unchanged_pretty.s 11 <tests/game/unchanged_pretty.in
.import ../../src/main.s
