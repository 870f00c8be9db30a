# A07: s0 is kept in t0 while it is used for something else; there is no call in between.
# expect: no finding

main:
    li   s0, 1
    jal  leaf
    mv   a1, s0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    mv   t0, s0
    li   s0, 2
    mv   s0, t0
    ret
