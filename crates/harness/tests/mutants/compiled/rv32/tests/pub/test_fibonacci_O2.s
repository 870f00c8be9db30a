# Calls fibonacci as GCC compiled it with -O2. Made by build.sh.
.import ../../src/fibonacci_O2.s
.globl main
.data
.text
main:
    li a0, 7
    jal fibonacci
    mv a1, a0
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    li a0, 1
    jal fibonacci
    mv a1, a0
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    li a0, 10
    ecall
