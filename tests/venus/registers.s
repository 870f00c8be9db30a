# Prints sp, gp, a0 and a1 at the start.
    mv s0 a0
    mv s1 a1
    li a0 34
    mv a1 sp
    ecall
    mv a1 gp
    ecall
    mv a1 s0
    ecall
    mv a1 s1
    ecall
    li a0 10
    ecall
