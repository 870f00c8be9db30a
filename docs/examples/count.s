# Counts down from 3.
.globl main
main:
    li   s0, 3
loop:
    li   a0, 1              # print the integer in a1
    mv   a1, s0
    ecall
    li   a0, 11             # print the character in a1
    li   a1, ' '
    ecall
    addi s0, s0, -1
    bnez s0, loop
    li   a1, '\n'
    ecall
    li   a0, 0
    ret
