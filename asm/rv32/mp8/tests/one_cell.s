# A grid of one cell: its tile has nowhere to go.
#   jal run tests/one_cell.s < tests/one_cell.in

.import "../main.s"
