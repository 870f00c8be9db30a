# A call by hand that returns to a label further on.
# prints: 42
.text
.globl main
main:
    li    s0, 42
    la    ra, back
    j     f
    li    a0, 99
    nop
back:
    mv    a1, a0
    li    a0, 1
    ecall
    li    a0, 10
    ecall
f:
    addi  sp, sp, -16
    sw    s0, 0(sp)
    li    s0, 2
    mv    a0, s0
    lw    s0, 0(sp)
    addi  sp, sp, 16
    li    a0, 42
    ret
