# A temporary is stored as it is. Of the half-word that is loaded back, nothing is left after the shift.
# prints: 0
.globl main
.text
main:
    jal  upper
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

upper:
    addi sp, sp, -16
    sw   t0, 12(sp)
    lhu  t1, 12(sp)
    srli a0, t1, 16
    addi sp, sp, 16
    ret
