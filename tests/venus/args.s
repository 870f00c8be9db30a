# Prints its arguments, one a line.
    mv s0, a0
    mv s1, a1
loop:
    beqz s0, done
    li a0, 4
    lw a1, 0(s1)
    ecall
    li a0, 11
    li a1, '\n'
    ecall
    addi s1, s1, 4
    addi s0, s0, -1
    j loop
done:
    li a0, 10
    ecall
