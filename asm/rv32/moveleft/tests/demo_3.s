# The demonstration with seed 3: a board of width 7.
.import "../demo.s"
