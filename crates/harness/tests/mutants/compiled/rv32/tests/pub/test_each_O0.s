# Calls each as GCC compiled it with -O0. Made by build.sh.
.import ../../src/each_O0.s
.globl main
.data
v1: .word 4, 5, 6
v2: .word 10, 20, 30, 40
.text
main:
    la a0, v1
    li a1, 3
    li a2, 1
    jal each
    mv a1, a0
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v1
    lw a1, 0(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v1
    lw a1, 4(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v1
    lw a1, 8(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la a0, v2
    li a1, 4
    li a2, 0
    jal each
    mv a1, a0
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v2
    lw a1, 0(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v2
    lw a1, 4(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v2
    lw a1, 8(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v2
    lw a1, 12(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    li a0, 10
    ecall
