# C14: a function without a frame stores where its caller has none either.
# expect: CC0302 leaf line 10
# expect: CC0302 leaf line 12

main:
    jal  leaf
    li   a0, 10                     # exit
    ecall
leaf:
    sw   s0, 0(sp)
    li   s0, 1
    lw   s0, 0(sp)
    ret
