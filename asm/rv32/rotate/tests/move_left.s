# One move to the left.
#   jal run tests/move_left.s 3 < tests/move_left.in

.import "../main.s"
