# The demonstration with seed 0: a board of width 6.
.import "../demo.s"
