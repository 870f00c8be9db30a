# One move up.
#   jal run tests/move_up.s 3 < tests/move_up.in

.import "../main.s"
