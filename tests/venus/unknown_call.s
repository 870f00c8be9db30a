    li a0 99
    ecall
    li a0 10
    ecall
