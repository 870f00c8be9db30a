# Keys in upper case.
#   jal run tests/capitals.s < tests/capitals.in

.import "../main.s"
