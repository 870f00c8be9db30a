# A seed that is not a number counts as 0.
#   jal run tests/game/seed_text.s seven <tests/game/seed_text.in
.import ../../src/main.s
