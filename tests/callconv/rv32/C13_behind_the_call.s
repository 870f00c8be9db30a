# C13: a return to the instruction after the next.
# expect: CC0107 skip line 12

main:
    jal  skip
    nop
    li   a0, 10                     # exit
    ecall

skip:
    addi t0, ra, 4
    jr   t0
