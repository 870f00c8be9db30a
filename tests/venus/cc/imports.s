# Calls functions of other files, which make mistakes.
.import "lib/clobbers.s"
.import "./lib/reads.s"
    jal clobbers       # the first
    jal reads
    li a0, 10
    ecall
