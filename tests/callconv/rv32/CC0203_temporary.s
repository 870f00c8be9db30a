# A function uses what its caller left in t0.
# expect: CC0203 t0 line 14

main:
    li   t0, 1
    jal  leaf
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    addi a0, t0, 1
    ret
