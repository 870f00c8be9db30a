# Reads a line.
    li a0 8
    lui a1 0x10000
    li a2 5
    ecall
    mv a1 a0
    li a0 1
    ecall
    li a0 4
    lui a1 0x10000
    ecall
    li a0 10
    ecall
