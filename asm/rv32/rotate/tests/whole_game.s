# A whole game, to the end; keys after it are not read.
#   jal run tests/whole_game.s 30 < tests/whole_game.in

.import "../main.s"
