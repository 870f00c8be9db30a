# A function fills a structure and leaves its address as the result.
# prints: 30
.globl main
.text
main:
    addi sp, sp, -16
    mv   a0, sp
    li   a1, 10
    li   a2, 20
    jal  init
    lw   t0, 0(a0)
    lw   t1, 4(a0)
    add  a0, t0, t1
    addi sp, sp, 16
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

init:
    sw   a1, 0(a0)
    sw   a2, 4(a0)
    ret
