# One word is pushed at a time.
# prints: 55
.globl main
.text
main:
    li   a0, 10
    jal  ra, sum
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

sum:
    addi sp, sp, -4
    sw   ra, 0(sp)
    addi sp, sp, -4
    sw   s0, 0(sp)
    mv   s0, a0
    beqz a0, sum_end
    addi a0, a0, -1
    jal  ra, sum
    add  a0, a0, s0
sum_end:
    lw   s0, 0(sp)
    addi sp, sp, 4
    lw   ra, 0(sp)
    addi sp, sp, 4
    jr   ra
