# s0 is kept in s1, which nobody saved.
.globl f
    jal f
    li a0, 10
    ecall
f:
    mv s1, s0
    li s0, 1
    mv s0, s1
    li s1, 5
    ret
