# A game whose input ends: the same as quitting.
#   jal run tests/input_ends.s < tests/input_ends.in

.import "../main.s"
