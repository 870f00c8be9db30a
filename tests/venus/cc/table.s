# A jump through a table inside of a function is no call.
.globl f
.data
table: .word zero_case, one_case
.text
    li a0, 1
    jal f
    li a0, 10
    ecall
f:
    la t0, table
    slli t1, a0, 2
    add t0, t0, t1
    lw t0, 0(t0)
    jr t0
zero_case:
    li a0, 7
    ret
one_case:
    li a0, 8
    ret
