# A26: ra is used for something else, and the return goes astray.
# expect: CC0107 ra line 11

main:
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    la   ra, elsewhere
    ret

elsewhere:
    li   a0, 10                     # exit
    ecall
