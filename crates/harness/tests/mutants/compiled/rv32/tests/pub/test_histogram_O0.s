# Calls histogram as GCC compiled it with -O0. Made by build.sh.
.import ../../src/histogram_O0.s
.globl main
.data
v1: .word 123, 45, 990, 7, 300
.text
main:
    la a0, v1
    li a1, 5
    jal histogram
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
    li a0, 10
    ecall
