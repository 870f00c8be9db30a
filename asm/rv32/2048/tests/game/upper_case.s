# Capital letters are the same keys.
#   jal run tests/game/upper_case.s 7 <tests/game/upper_case.in
.import ../../src/main.s
