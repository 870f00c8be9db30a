# a1 across a call, and a second result in a2.
.globl f
    li a1, 1
    jal f
    mv t0, a0
    mv t1, a1
    mv t2, a2
    mv t3, a3
    li a0, 10
    ecall
f:
    li a2, 5
    ret
