# A whole game on a small grid with more rows than columns.
#   jal run tests/game_5x2.s 4 < tests/game_5x2.in

.import "../main.s"
