# The largest of -7, -3, -5 is -3.
.import ../../src/largest.s
.globl main

.data
numbers: .word -7, -3, -5

.text
main:
    la   a0, numbers
    li   a1, 3
    jal  largest

    mv   a1, a0                     # print it
    li   a0, 1
    ecall
    li   a1, '\n'                   # and a newline
    li   a0, 11
    ecall
    li   a0, 10                     # exit
    ecall
