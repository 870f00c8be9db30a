.text
    li   a0, 1
    li   a1, 42
    li   a7, 40
    ecall
    li   s0, 3
again:
    li   a0, 1
    li   a1, 100
    li   a7, 42
    ecall
    li   a7, 1
    ecall
    li   a0, ' '
    li   a7, 11
    ecall
    addi s0, s0, -1
    bnez s0, again
    li   a7, 10
    ecall
