.data
table: .word zero_case, one_case, two_case
zero_text: .string "zero "
one_text:  .string "one "
two_text:  .string "two "
.text
main:
    li   s0, 0
next:
    la   t0, table
    slli t1, s0, 2
    add  t0, t0, t1
    lw   t0, 0(t0)
    jalr t0
    li   a7, 4
    ecall
    addi s0, s0, 1
    li   t0, 3
    blt  s0, t0, next
    li   a7, 10
    ecall
zero_case:
    la   a0, zero_text
    ret
one_case:
    la   a0, one_text
    ret
two_case:
    la   a0, two_text
    ret
