# Wrong dimensions: no numbers, too small, too large, signs, letters after digits. What follows on
# such a line is not read; a line end between two numbers is fine.
#   jal run tests/wrong_dimensions.s < tests/wrong_dimensions.in

.import "../main.s"
