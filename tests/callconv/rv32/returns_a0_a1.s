# With --returns a0-a1 there are two results.
# expect: no finding
# options: --returns a0-a1

main:
    jal  pair
    add  t0, a0, a1
    mv   a1, t0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

pair:
    li   a0, 1
    li   a1, 2
    ret
