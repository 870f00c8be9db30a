# The demonstration without a seed: the one of 2048.
.import "../demo.s"
