.import <nothing.s>
    li a0 10
    ecall
