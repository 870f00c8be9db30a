# A function that counts in s0: three things are wrong with it, two of them in one instruction, and
# the third at its end.
.globl f
main:
    jal f
    li a0, 10
    ecall
f:
    li t0, 1
    li t1, 2
    addi s0 s0 1
    ret
