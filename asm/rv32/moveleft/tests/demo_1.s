# The demonstration with seed 1: a board of width 4.
.import "../demo.s"
