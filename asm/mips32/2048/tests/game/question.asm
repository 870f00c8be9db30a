# The first question is asked until the answer is y or n; also Y is an answer.
#   jal run tests/game/question.asm <tests/game/question.in

        .include "../../src/main.asm"
