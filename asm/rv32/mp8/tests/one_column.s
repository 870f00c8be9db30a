# A grid of one column, to the end.
#   jal run tests/one_column.s 2 < tests/one_column.in

.import "../main.s"
