# Few instructions that clear much memory: only instructions count here.
    li s0, 10
more:
    li a0, 0x3cc
    li a6, 2
    li a1, 1
    li a2, 100000
    ecall
    addi s0, s0, -1
    bnez s0, more
    li a0, 10
    ecall
