# New games: smaller, larger, after a wrong answer; score and tiles are gone.
#   jal run tests/new_games.s 5 < tests/new_games.in

.import "../main.s"
