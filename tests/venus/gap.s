# Prints, then reads between heap and stack.
    li a0 1
    li a1 42
    ecall
    lui t0 0x20000
    lw t1 0(t0)
    li a0 10
    ecall
