# The message has the whole line: labels, comments, and any pseudo-instruction as it was written.
.globl f
    jal f
    li a0, 10
    ecall
f:  both:   la s0, f   # two instructions, two messages
    ret
