# Calls power as GCC compiled it with -O2. Made by build.sh.
.import ../../src/power_O2.s
.globl main
.data
.text
main:
    li a0, 3
    li a1, 13
    li a2, 1000
    jal power
    mv a1, a0
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    li a0, 7
    li a1, 0
    li a2, 10
    jal power
    mv a1, a0
    li a0, 1
    ecall
    li a0, 11
    li a1, 10
    ecall
    li a0, 10
    ecall
