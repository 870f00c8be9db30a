# The input ends in a game: the same as quitting.
#   jal run tests/keys_end.s < tests/keys_end.in

.import "../main.s"
