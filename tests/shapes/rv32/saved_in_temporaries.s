# A leaf function keeps saved registers in temporary ones.
# prints: 17
.globl main
.text
main:
    li   a0, 8
    li   a1, 9
    jal  add
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

add:
    mv   t0, s0
    mv   t1, s1
    mv   s0, a0
    mv   s1, a1
    add  a0, s0, s1
    mv   s1, t1
    mv   s0, t0
    ret
