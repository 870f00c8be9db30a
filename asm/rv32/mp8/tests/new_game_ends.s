# The input ends where a new game asks for its dimensions.
#   jal run tests/new_game_ends.s < tests/new_game_ends.in

.import "../main.s"
