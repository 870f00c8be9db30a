# Reads an integer and prints it.
    li a0 6
    ecall
    mv a1 a0
    li a0 1
    ecall
    li a0 10
    ecall
