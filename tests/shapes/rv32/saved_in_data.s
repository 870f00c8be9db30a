# A saved register and the return address are kept in variables.
# prints: 9
.globl main
.data
kept: .word 0, 0
.text
main:
    li   a0, 3
    jal  square
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

square:
    la   t0, kept
    sw   s0, 0(t0)
    sw   ra, 4(t0)
    mv   s0, a0
    jal  same
    mul  a0, a0, s0
    la   t0, kept
    lw   s0, 0(t0)
    lw   ra, 4(t0)
    ret

same:
    addi a0, a0, 0
    ret
