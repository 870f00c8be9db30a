# A third result is one too many.
# expect: CC0201 a2 line 7

main:
    jal  three
    add  a0, a0, a1
    add  a0, a0, a2
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

three:
    li   a0, 1
    li   a1, 2
    li   a2, 3
    ret
