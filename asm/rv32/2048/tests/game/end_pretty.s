# The end of the input ends a drawn game as q does.
#   jal run tests/game/end_pretty.s 9 <tests/game/end_pretty.in
.import ../../src/main.s
