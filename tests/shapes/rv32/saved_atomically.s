# A saved register is saved by an atomic exchange, or by a conditional store.
# prints: 42 43
.text
.globl main
main:
    li    s0, 42
    li    s1, 43
    jal   f
    mv    a1, s0
    li    a0, 1
    ecall
    li    a1, ' '
    li    a0, 11
    ecall
    mv    a1, s1
    li    a0, 1
    ecall
    li    a0, 10
    ecall
f:
    addi  sp, sp, -16
    sw    zero, 4(sp)
    addi  t0, sp, 4
    amoswap.w t1, s0, (t0)
    li    s0, 7
    lw    s0, 4(sp)
    mv    t2, sp
again:
    lr.w  t1, (t2)
    sc.w  t1, s1, (t2)
    bnez  t1, again
    li    s1, 8
    lw    s1, 0(sp)
    addi  sp, sp, 16
    ret
