# A13: a1 is used after a call of a function that gives no second result.
# expect: CC0202 a1 line 8

main:
    li   a0, 1
    li   a1, 2
    jal  leaf
    add  a0, a0, a1
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    addi a0, a0, 1
    ret
