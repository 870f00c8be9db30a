# Calls sort as GCC compiled it with -O2. Made by build.sh.
.import ../../src/sort_O2.s
.globl main
.data
v1: .word 5, 3, 9, 1, 4, -2, 8
v2: .word 1, 2
.text
main:
    la a0, v1
    li a1, 7
    jal sort
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
    la t0, v1
    lw a1, 12(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v1
    lw a1, 16(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v1
    lw a1, 20(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v1
    lw a1, 24(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la a0, v2
    li a1, 2
    jal sort
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
    li a0, 10
    ecall
