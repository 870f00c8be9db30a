# C17: a copy onto itself changes nothing, and sets nothing.
# expect: CC0205 s0 line 14

main:
    li   s0, 3
    li   s1, 0
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    mv   s1, s1
    mv   s0, s0
    beqz s0, leaf_done
    nop
leaf_done:
    ret
