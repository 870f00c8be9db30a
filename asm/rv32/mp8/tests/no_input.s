# The input ends before the dimensions.
#   jal run tests/no_input.s < tests/no_input.in

.import "../main.s"
