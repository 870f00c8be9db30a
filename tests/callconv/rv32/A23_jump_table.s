# A23: a jump table inside one function: its jumps are no calls.
# expect: no finding

.data
table:  .word case_zero, case_one
.text
main:
    li   s0, 9
    li   a0, 1
    jal  choose
    add  a0, a0, s0
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

choose:
    la   t0, table
    slli t1, a0, 2
    add  t0, t0, t1
    lw   t0, 0(t0)
    jr   t0

case_zero:
    li   a0, 10
    ret

case_one:
    li   a0, 20
    ret
