# One move down.
#   jal run tests/move_down.s 3 < tests/move_down.in

.import "../main.s"
