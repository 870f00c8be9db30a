# A function whose label is not global is part of its caller.
    li t0, 5
    jal f
    addi t0, t0, 1
    li a0, 10
    ecall
f:
    li s1, 1
    ret
