.data
space: .string " "
.text
    li   s0, 10
    li   s1, 0
    li   s2, 1
loop:
    mv   a0, s1
    li   a7, 1
    ecall
    la   a0, space
    li   a7, 4
    ecall
    add  t0, s1, s2
    mv   s1, s2
    mv   s2, t0
    addi s0, s0, -1
    bnez s0, loop
    li   a7, 10
    ecall
