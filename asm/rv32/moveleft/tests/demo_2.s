# The demonstration with seed 2: a board of width 5.
.import "../demo.s"
