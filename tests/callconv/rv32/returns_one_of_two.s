# With --returns a0 there is one result only: a1 is none.
# expect: CC0201 a1 line 7
# options: --returns a0

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
