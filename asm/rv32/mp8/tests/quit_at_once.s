# A game that the player quits at once.
#   jal run tests/quit_at_once.s < tests/quit_at_once.in

.import "../main.s"
