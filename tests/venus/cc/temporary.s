# Temporaries do not survive a call, although this one does not touch them; nor does ra.
.globl f
    li t0, 1
    li t6, 2
    jal f
    add t1, t0, t6
    mv t2, ra
    li a0, 10
    ecall
f:
    ret
