# A stack of half-words, with a word on top of it.
# prints: 6 3
.globl main
.text
main:
    li   a0, 1
    li   a1, 2
    li   a2, 3
    jal  sum
    mv   s0, a1
    mv   a1, a0
    li   a0, 1
    ecall
    li   a1, 32
    li   a0, 11
    ecall
    mv   a1, s0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

sum:
    addi sp, sp, -2
    sh   a0, 0(sp)
    addi sp, sp, -2
    sh   a1, 0(sp)
    addi sp, sp, -4
    sw   a2, 0(sp)
    lw   a1, 0(sp)
    addi sp, sp, 4
    lhu  t0, 0(sp)
    addi sp, sp, 2
    lhu  t1, 0(sp)
    addi sp, sp, 2
    add  a0, t0, t1
    add  a0, a0, a1
    ret
