# Several registers are variables of the whole program: a range and a single one.
# expect: no finding

# jal: global t1-t3, s0
main:
    li   s0, 0
    li   t1, 1
    li   t3, 3
    jal  count
    jal  count
    add  s0, s0, t3
    mv   a1, s0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

count:
    add  s0, s0, t1
    add  t3, t3, s0
    ret
