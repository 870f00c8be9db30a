# C17: what is added and taken away again is no change, whatever the register holds.
# expect: no finding

main:
    li   s0, 1000
    li   s1, 7
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    li   t0, 12
    add  s0, s0, t0
    addi s0, s0, 4
    sub  s0, s0, t0
    addi s0, s0, -4
    xori s1, s1, -1
    xori s1, s1, -1
    ret
