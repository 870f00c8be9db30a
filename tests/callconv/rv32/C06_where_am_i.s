# C06: a call of the next instruction only asks for its address.
# expect: no finding

main:
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    mv   t5, ra
    jal  next
next:
    mv   t0, ra
    mv   ra, t5
    beqz t0, leaf
    ret
