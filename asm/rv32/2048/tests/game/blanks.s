# Blanks, tabs and both kinds of line ends between the keys do not count.
#   jal run tests/game/blanks.s 7 <tests/game/blanks.in
.import ../../src/main.s
