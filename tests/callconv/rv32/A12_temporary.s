# A12: t0 is used after a call. The function leaves it alone, by luck.
# expect: CC0201 t0 line 7

main:
    li   t0, 1
    jal  leaf
    mv   a1, t0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    ret
