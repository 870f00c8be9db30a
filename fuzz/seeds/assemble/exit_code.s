# Ends with a code of its own.
    li   a0, 17
    li   a1, 42
    ecall
