# C13: a return in the place of the caller must have kept what that one must keep.
# expect: CC0101 s0 line 15

main:
    li   s0, 1
    jal  outer
    mv   a1, s0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

outer:
    mv   a7, ra
    li   s0, 2
    jal  inner
    ret

inner:
    jr   a7
