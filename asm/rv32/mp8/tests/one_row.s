# A grid of one row, to the end.
#   jal run tests/one_row.s 2 < tests/one_row.in

.import "../main.s"
