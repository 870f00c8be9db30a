.import "sub/bad.s"
    li a0 10
    ecall
