.globl main
main:
    li   t0, 5
    sw   t0, total, t1
    li   a0, 0
    ret
.data
total: .word 0
