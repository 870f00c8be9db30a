# One move to the right.
#   jal run tests/move_right.s 3 < tests/move_right.in

.import "../main.s"
