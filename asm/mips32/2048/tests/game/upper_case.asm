# Capital letters are the same keys.
#   jal run tests/game/upper_case.asm 7 <tests/game/upper_case.in

        .include "../../src/main.asm"
