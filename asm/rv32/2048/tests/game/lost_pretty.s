# A drawn game that is lost: w, a, s and d in turn.
#   jal run tests/game/lost_pretty.s 2064 <tests/game/lost_pretty.in
.import ../../src/main.s
