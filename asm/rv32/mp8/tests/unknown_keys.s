# Keys that mean nothing change nothing; blanks and line ends are passed over.
#   jal run tests/unknown_keys.s < tests/unknown_keys.in

.import "../main.s"
