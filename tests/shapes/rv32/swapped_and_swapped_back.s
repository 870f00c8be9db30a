# Two saved registers are exchanged, and exchanged back, without a third one.
# prints: 42 43
.text
.globl main
main:
    li    s0, 42
    li    s1, 43
    jal   f
    mv    a1, s0
    li    a0, 1
    ecall
    li    a1, ' '
    li    a0, 11
    ecall
    mv    a1, s1
    li    a0, 1
    ecall
    li    a0, 10
    ecall
f:
    xor   s0, s0, s1
    xor   s1, s0, s1
    xor   s0, s0, s1
    xor   s0, s0, s1
    xor   s1, s0, s1
    xor   s0, s0, s1
    ret
