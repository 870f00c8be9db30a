# The seed 0, for comparison with seed_text.
#   jal run tests/game/seed_zero.s 0 <tests/game/seed_zero.in
.import ../../src/main.s
