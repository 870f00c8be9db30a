# f has no result, but the argument in a0 is taken for one.
.globl f
    li a0, 1
    jal f
    addi a0, a0, 1
    li a0, 10
    ecall
f:
    ret
