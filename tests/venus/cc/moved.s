# s0 is kept in t0: within the convention, but not seen as saved.
.globl f
    jal f
    li a0, 10
    ecall
f:
    mv t0, s0
    li s0, 1
    mv s0, t0
    ret
