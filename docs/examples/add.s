# Reads two numbers and prints their sum.
main:
    li   a0, 6                      # read an integer
    ecall
    mv   s0, a0
    li   a0, 6
    ecall
    add  a1, a0, s0
    li   a0, 1                      # print an integer
    ecall
    li   a0, 10                     # exit
    ecall
