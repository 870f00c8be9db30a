# A function ends in another one, after it has freed its frame.
# prints: 15
.globl main
.text
main:
    li   a0, 6
    jal  first
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

first:
    addi sp, sp, -8
    sw   ra, 4(sp)
    sw   s0, 0(sp)
    mv   s0, a0
    jal  half
    add  a0, a0, s0
    lw   s0, 0(sp)
    lw   ra, 4(sp)
    addi sp, sp, 8
    tail second

second:
    addi a0, a0, 6
    ret

half:
    srli a0, a0, 1
    ret
