.data
text: .string "caught "
.text
main:
    la   t0, handler
    csrw t0, utvec
    csrsi ustatus, 1
    lw   t1, 1(zero)
    li   a7, 1
    li   a0, 7
    ecall
    li   a7, 10
    ecall
handler:
    csrr a0, ucause
    li   a7, 1
    ecall
    la   a0, text
    li   a7, 4
    ecall
    csrr t2, uepc
    addi t2, t2, 4
    csrw t2, uepc
    uret
