# A21: the outermost code owns all registers: it need not restore any.
# expect: no finding

.globl main
main:
    li   s0, 1
    li   s1, 2
    li   s2, 3
    li   a0, 0
    ret
