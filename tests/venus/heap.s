# Asks for more heap than there is.
    li a0 9
    li a1 0x7fffffff
    ecall
