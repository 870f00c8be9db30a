# Keys in upper case.
#   jal run tests/upper_case.s 3 < tests/upper_case.in

.import "../main.s"
