# Moves that change nothing, quiet: no new tile, and another key is awaited.
#   jal run tests/game/unchanged_quiet.s 11 <tests/game/unchanged_quiet.in
.import ../../src/main.s
