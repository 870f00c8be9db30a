# An ecall reads what it likes; of what it changes only a0 counts, if it was set before.
.globl f
    jal f
    li a0, 0x131
    ecall
    mv t0, a0
    mv a3, a1
    li a0, 11
    ecall
    li a0, 10
    ecall
f:
    ret
