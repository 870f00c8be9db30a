# A direction that moves nothing: no new tile, no new drawing.
#   jal run tests/nothing_moves.s < tests/nothing_moves.in

.import "../main.s"
