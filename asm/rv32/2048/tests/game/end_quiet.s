# The end of the input ends a quiet game as q does.
#   jal run tests/game/end_quiet.s 9 <tests/game/end_quiet.in
.import ../../src/main.s
