# Writes to gp and tp are not seen, and set them.
.globl f
    jal f
    mv t0, gp
    mv t1, tp
    li a0, 10
    ecall
f:
    li gp, 1
    li tp, 2
    add t0, gp, tp
    ret
