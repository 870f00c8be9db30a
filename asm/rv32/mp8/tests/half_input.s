# The input ends after the rows.
#   jal run tests/half_input.s < tests/half_input.in

.import "../main.s"
