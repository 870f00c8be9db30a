# Without any input the answer is n, and the game ends.
#   jal run tests/game/end_at_question.s <tests/game/end_at_question.in
.import ../../src/main.s
