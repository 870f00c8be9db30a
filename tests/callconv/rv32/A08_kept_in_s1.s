# A08: s0 is kept in s1, which nobody saved: s1 is the cause, s0 is right.
# expect: CC0101 s1 line 18

main:
    li   s0, 1
    li   s1, 2
    jal  leaf
    mv   a1, s0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    mv   s1, s0
    li   s0, 3
    mv   s0, s1
    ret
