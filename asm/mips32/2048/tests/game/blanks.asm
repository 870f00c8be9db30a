# Blanks, tabs and both kinds of line ends between the keys do not count.
#   jal run tests/game/blanks.asm 7 <tests/game/blanks.in

        .include "../../src/main.asm"
