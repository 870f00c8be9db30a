.text
    la   t0, handler
    csrw t0, utvec
    csrsi uie, 1
    csrsi ustatus, 1
    csrsi uip, 1
    nop
    mv   a0, s0
    li   a7, 1
    ecall
    li   a7, 10
    ecall
handler:
    csrci uip, 1
    csrr t1, ucause
    slli t1, t1, 1
    seqz s0, t1
    addi s0, s0, 41
    uret
