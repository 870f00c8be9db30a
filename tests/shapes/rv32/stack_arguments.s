# The ninth and tenth argument are on the stack.
# prints: 55
.globl main
.text
main:
    addi sp, sp, -16
    li   t0, 9
    sw   t0, 0(sp)
    li   t0, 10
    sw   t0, 4(sp)
    li   a0, 1
    li   a1, 2
    li   a2, 3
    li   a3, 4
    li   a4, 5
    li   a5, 6
    li   a6, 7
    li   a7, 8
    jal  add_all
    addi sp, sp, 16
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

add_all:
    addi sp, sp, -16
    sw   s0, 12(sp)
    lw   s0, 16(sp)
    lw   t1, 20(sp)
    add  a0, a0, a1
    add  a0, a0, a2
    add  a0, a0, a3
    add  a0, a0, a4
    add  a0, a0, a5
    add  a0, a0, a6
    add  a0, a0, a7
    add  a0, a0, s0
    add  a0, a0, t1
    lw   s0, 12(sp)
    addi sp, sp, 16
    ret
