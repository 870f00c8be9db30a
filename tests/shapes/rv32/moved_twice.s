# The frame is made in two steps and freed in one.
# prints: 33
.globl main
.text
main:
    li   a0, 11
    jal  triple
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

triple:
    addi sp, sp, -8
    sw   ra, 4(sp)
    sw   s0, 0(sp)
    mv   s0, a0
    addi sp, sp, -16
    sw   s0, 12(sp)
    jal  twice
    lw   t0, 12(sp)
    add  a0, a0, t0
    lw   s0, 16(sp)
    lw   ra, 20(sp)
    addi sp, sp, 24
    ret

twice:
    add  a0, a0, a0
    ret
