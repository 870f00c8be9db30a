    j 8
    li a0 1
    li a0 10
    ecall
