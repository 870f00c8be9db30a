# A whole game on the usual grid.
#   jal run tests/game_4x4.s 30 < tests/game_4x4.in

.import "../main.s"
