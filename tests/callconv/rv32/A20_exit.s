# A20: the program ends inside nested calls: functions that never return owe nothing.
# expect: no finding

main:
    li   s0, 1
    jal  outer

outer:
    addi sp, sp, -16
    sw   ra, 0(sp)
    li   s0, 2
    jal  inner

inner:
    li   s1, 3
    li   a0, 10                     # exit
    ecall
