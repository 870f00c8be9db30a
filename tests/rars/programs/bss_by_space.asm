.section .rodata
title: .asciz "sum="
.section .data
.align 2
numbers: .space 40
.section .text
    la   s0, numbers
    li   s1, 0
fill:
    mul  t0, s1, s1
    slli t1, s1, 2
    add  t1, t1, s0
    sw   t0, 0(t1)
    addi s1, s1, 1
    li   t2, 10
    blt  s1, t2, fill
    li   s2, 0
    li   s1, 0
add_up:
    slli t1, s1, 2
    add  t1, t1, s0
    lw   t0, 0(t1)
    add  s2, s2, t0
    addi s1, s1, 1
    blt  s1, t2, add_up
    la   a0, title
    li   a7, 4
    ecall
    mv   a0, s2
    li   a7, 1
    ecall
    li   a7, 10
    ecall
