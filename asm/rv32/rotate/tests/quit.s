# A game that the player quits at once: the first drawing only.
#   jal run tests/quit.s < tests/quit.in

.import "../main.s"
