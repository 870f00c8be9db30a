# The sum of 3, 9, 4 is 16.
.import ../../src/sum.s
.globl main

.data
numbers: .word 3, 9, 4

.text
main:
    la   a0, numbers
    li   a1, 3
    jal  sum

    mv   a1, a0                     # print it
    li   a0, 1
    ecall
    li   a1, '\n'                   # and a newline
    li   a0, 11
    ecall
    li   a0, 10                     # exit
    ecall
