# A11: the result of a function that gives none is used.
# expect: CC0202 a0 line 6

main:
    jal  leaf
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    li   t0, 1
    ret
