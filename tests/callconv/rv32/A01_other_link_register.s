# A01: a call that keeps the return address in t0: the function returns through it.
# expect: no finding

main:
    jal  t0, leaf
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    li   a0, 2
    jr   t0
