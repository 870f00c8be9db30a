# A03: a function ends in a jump to another one, which returns for both.
# expect: no finding

.globl main first second
main:
    li   a0, 3
    jal  first
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

first:
    addi a0, a0, 1
    j    second                     # not a call: the caller of first is the one that second returns to

second:
    add  a0, a0, a0
    ret
