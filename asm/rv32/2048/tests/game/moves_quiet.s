# All four directions, and keys after the end: what follows q is not read.
#   jal run tests/game/moves_quiet.s 3 <tests/game/moves_quiet.in
.import ../../src/main.s
