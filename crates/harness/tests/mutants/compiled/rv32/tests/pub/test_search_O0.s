# Calls search as GCC compiled it with -O0. Made by build.sh.
.import ../../src/search_O0.s
.globl main
.data
v1: .word 2, 3, 5, 7, 11, 13
v2: .word 2, 3, 5, 7, 11, 13
v3: .word 2, 3, 5, 7, 11, 13
.text
main:
    la a0, v1
    li a1, 0
    li a2, 6
    li a3, 11
    jal search
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
    la a0, v2
    li a1, 0
    li a2, 6
    li a3, 4
    jal search
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
    la t0, v2
    lw a1, 16(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v2
    lw a1, 20(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la a0, v3
    li a1, 0
    li a2, 6
    li a3, 1
    jal search
    mv a1, a0
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v3
    lw a1, 0(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v3
    lw a1, 4(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v3
    lw a1, 8(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v3
    lw a1, 12(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v3
    lw a1, 16(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    la t0, v3
    lw a1, 20(t0)
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    li a0, 10
    ecall
