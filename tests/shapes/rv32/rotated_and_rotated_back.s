# Three saved registers are rotated, and rotated back.
# prints: 12 66
.text
.globl main
main:
    li s0, 11
    li s1, 22
    li s2, 33
    li a0, 5
    li a1, 7
    jal f
    mv a1, a0
    li a0, 1
    ecall
    li a1, ' '
    li a0, 11
    ecall
    add s0, s0, s1
    add a1, s0, s2
    li a0, 1
    ecall
    li a0, 10
    ecall
f:
    mv t0, s0
    mv s0, s1
    mv s1, s2
    mv s2, t0
    mv t0, s2
    mv s2, s1
    mv s1, s0
    mv s0, t0
    add a0, a0, a1
    ret
