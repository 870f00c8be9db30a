# A whole game on a small grid with more columns than rows.
#   jal run tests/game_2x3.s 4 < tests/game_2x3.in

.import "../main.s"
