# The first question is asked until the answer is y or n; also Y is an answer.
#   jal run tests/game/question.s <tests/game/question.in
.import ../../src/main.s
