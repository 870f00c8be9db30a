# A28: tp is written: one finding.
# expect: CC0401 tp line 10

main:
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    li   tp, 5
    ret
