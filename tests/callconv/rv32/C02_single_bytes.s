# C02: a stack of single bytes.
# expect: no finding

main:
    li   t0, 65
    addi sp, sp, -1
    sb   t0, 0(sp)
    addi sp, sp, -1
    sb   t0, 0(sp)
    lb   a1, 0(sp)
    addi sp, sp, 1
    lb   t1, 0(sp)
    addi sp, sp, 1
    add  a1, a1, t1
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall
