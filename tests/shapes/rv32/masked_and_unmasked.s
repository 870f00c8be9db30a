# A saved register is masked, and unmasked.
# prints: 42
.text
.globl main
main:
    li    s0, 42
    li    a0, 77
    jal   f
    mv    a1, s0
    li    a0, 1
    ecall
    li    a0, 10
    ecall
f:
    xor   s0, s0, a0
    addi  t0, s0, 4
    xor   s0, s0, a0
    xori  s0, s0, 15
    xori  s0, s0, 15
    ret
