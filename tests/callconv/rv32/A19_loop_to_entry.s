# A19: a loop that begins at the first instruction of a function is no fall into it.
# expect: no finding

main:
    li   a0, 3
    jal  count
    li   a0, 10                     # exit
    ecall

count:
    addi a0, a0, -1
    bnez a0, count
    ret
