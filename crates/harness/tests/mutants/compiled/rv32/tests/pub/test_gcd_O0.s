# Calls gcd as GCC compiled it with -O0. Made by build.sh.
.import ../../src/gcd_O0.s
.globl main
.data
.text
main:
    li a0, 12
    li a1, 18
    jal gcd
    mv a1, a0
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    li a0, 7
    li a1, 0
    jal gcd
    mv a1, a0
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    li a0, 1071
    li a1, 462
    jal gcd
    mv a1, a0
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    li a0, 10
    ecall
