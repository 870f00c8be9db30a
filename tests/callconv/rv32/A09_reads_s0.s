# A09: a function uses what its caller left in s0. It breaks nothing, but no caller knows of it.
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
    addi a0, s0, 1
    ret
