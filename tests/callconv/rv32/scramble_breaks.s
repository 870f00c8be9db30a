# A temporary kept across a call: with scrambled registers the luck is over, and the finding
# stays.
# expect: CC0201 t0 line 9
# options: --scramble=7

main:
    li   t0, 1
    jal  leaf
    mv   a1, t0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    ret
