# Recursion with two calls.
# prints: 55
.globl main
.text
main:
    li   a0, 10
    jal  fib
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

fib:
    li   t0, 2
    blt  a0, t0, fib_leaf
    addi sp, sp, -12
    sw   ra, 8(sp)
    sw   s0, 4(sp)
    sw   s1, 0(sp)
    mv   s0, a0
    addi a0, s0, -1
    jal  fib
    mv   s1, a0
    addi a0, s0, -2
    jal  fib
    add  a0, a0, s1
    lw   s1, 0(sp)
    lw   s0, 4(sp)
    lw   ra, 8(sp)
    addi sp, sp, 12
fib_leaf:
    ret
