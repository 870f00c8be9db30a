# A09: a function gives back what its caller left in s0.
# expect: CC0205 s0 line 14

main:
    li   s0, 1
    jal  leaf
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    mv   a0, s0
    ret
