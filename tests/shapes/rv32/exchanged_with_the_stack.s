# A saved register is saved and restored by atomic exchanges.
# prints: 42
.text
.globl main
main:
    li    s0, 42
    jal   f
    mv    a1, s0
    li    a0, 1
    ecall
    li    a0, 10
    ecall
f:
    addi  sp, sp, -16
    li    t1, 5
    sw    t1, 0(sp)
    amoswap.w s0, s0, (sp)
    addi  s0, s0, 1
    amoswap.w s0, s0, (sp)
    addi  sp, sp, 16
    ret
