# An ecall is no call: temporaries survive it.
# expect: no finding

main:
    li   t0, 5
    mv   a1, t0
    li   a0, 1                      # print the number
    ecall
    mv   a1, t0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall
