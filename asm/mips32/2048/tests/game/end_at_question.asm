# Without any input the answer is n, and the game ends.
#   jal run tests/game/end_at_question.asm <tests/game/end_at_question.in

        .include "../../src/main.asm"
