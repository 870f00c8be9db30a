# s0 is not restored, but its old value happens to be the new one.
# expect: CC0108 s0 line 15

main:
    li   s0, 3
    jal  leaf
    mv   a1, s0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    li   s0, 3
    ret
