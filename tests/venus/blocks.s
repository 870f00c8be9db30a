# Allocates three blocks, frees one, and uses it.
.globl main
main:
    li a6 1
    li a1 8
    li a0 0x3cc
    ecall
    mv s0 a0
    li a6 2
    li a1 3
    li a2 4
    li a0 0x3cc
    ecall
    mv s1 a0
    sw zero 8(s1)
    sw zero 12(s1)
    li a6 4
    mv a1 s0
    li a0 0x3cc
    ecall
    lw t0 4(s0)
    li a0 9
    li a1 16
    ecall
    sw zero 12(a0)
    lw t0 -4(sp)
    li a0 10
    ecall
