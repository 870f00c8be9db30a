# A drawn game that ends at once.
#   jal run tests/game/quit_pretty.s <tests/game/quit_pretty.in
.import ../../src/main.s
