# Stores one word too far, and loads half of one.
.data
first: .word 1, 2
second: .word 3
.text
    la a0 first
    lw t0 4(a0)
    sw t0 8(a0)
    la a0 second
    lw t0 2(a0)
    li a0 10
    ecall
