# With --returns all-a a2 could be a result, but the function gives none.
# expect: CC0202 a2 line 8
# options: --returns all-a

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
    ret
