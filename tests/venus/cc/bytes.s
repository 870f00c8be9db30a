# sb and sh do not save. The value is right at the return.
.globl f
    jal f
    li a0, 10
    ecall
f:
    addi sp, sp, -8
    sh s0, 0(sp)
    sb s1, 4(sp)
    li s0, 1
    li s1, 2
    lh s0, 0(sp)
    lb s1, 4(sp)
    addi sp, sp, 8
    ret
