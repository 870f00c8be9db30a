# A23: a jump table inside one function, through t1.
# expect: no finding

.data
table:  .word case_zero, case_one
.text
main:
    li   a0, 1
    jal  choose
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

choose:
    la   t0, table
    slli t1, a0, 2
    add  t1, t0, t1
    lw   t1, 0(t1)
    jr   t1

case_zero:
    li   a0, 10
    ret

case_one:
    li   a0, 20
    ret
