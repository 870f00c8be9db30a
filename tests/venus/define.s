# Prints the value that the command line defines.
    li a0 1
    li a1 ANSWER
    ecall
    li a0 10
    ecall
