# The largest grid.
#   jal run tests/largest.s < tests/largest.in

.import "../main.s"
