# The stack pointer is rounded down, and comes back from a saved register.
# prints: 64
.globl main
.text
main:
    li   a0, 32
    jal  aligned
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

aligned:
    addi sp, sp, -12
    sw   s1, 8(sp)
    sw   ra, 4(sp)
    mv   s1, sp
    addi sp, sp, -32
    andi sp, sp, -32
    sw   a0, 0(sp)
    jal  twice
    lw   t0, 0(sp)
    add  a0, a0, t0
    sub  a0, a0, t0
    mv   sp, s1
    lw   ra, 4(sp)
    lw   s1, 8(sp)
    addi sp, sp, 12
    ret

twice:
    add  a0, a0, a0
    ret
