# Code that overwrites itself: the second time round, the loop adds 100 instead of 1.
.globl main
main:
    li   s0, 0
    li   s1, 2
    la   t0, change
    lw   t1, other
again:
change:
    addi s0, s0, 1
    sw   t1, 0(t0)
    addi s1, s1, -1
    bnez s1, again
    mv   a1, s0
    li   a0, 1
    ecall
    li   a0, 0
    ret
other:
    addi s0, s0, 100
