# Prints before and after each of its mistakes.
.globl f
    jal f
    jal f
    li a0, 17
    li a1, 5
    ecall
f:
    li a0, 11
    li a1, 'a'
    ecall
    mv t0, t1
    li a0, 11
    li a1, 'b'
    ecall
    mv t0, t1
    ret
