# A direction in which no tile can move: no new tile.
#   jal run tests/unmoved.s < tests/unmoved.in

.import "../main.s"
