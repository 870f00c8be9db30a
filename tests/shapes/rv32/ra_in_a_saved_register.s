# The return address is kept in a saved register, which is saved.
# prints: 12
.globl main
.text
main:
    li   a0, 3
    jal  four_times
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

four_times:
    addi sp, sp, -16
    sw   s0, 0(sp)
    mv   s0, ra
    jal  twice
    jal  twice
    mv   ra, s0
    lw   s0, 0(sp)
    addi sp, sp, 16
    ret

twice:
    add  a0, a0, a0
    ret
