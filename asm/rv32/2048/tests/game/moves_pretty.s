# All four directions, drawn.
#   jal run tests/game/moves_pretty.s 3 <tests/game/moves_pretty.in
.import ../../src/main.s
