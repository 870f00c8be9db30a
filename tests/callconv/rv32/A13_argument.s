# A13: a2 is used after a call, as if an argument survived it.
# expect: CC0201 a2 line 7

main:
    li   a2, 1
    jal  leaf
    mv   a1, a2
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    ret
