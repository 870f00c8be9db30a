# A01: functions of a table, called one after the other.
# expect: CC0101 s1 line 25

.data
table:  .word first, second
.text
main:
    la   s2, table
    li   s0, 2
    li   s1, 7
loop:
    lw   t0, 0(s2)
    jalr ra, t0, 0
    addi s2, s2, 4
    addi s0, s0, -1
    bnez s0, loop
    li   a0, 10                     # exit
    ecall

first:
    ret

second:
    li   s1, 1
    ret
