# Keys that mean nothing are passed over, and so is all that follows a q: one drawing.
#   jal run tests/other_keys.s < tests/other_keys.in

.import "../main.s"
