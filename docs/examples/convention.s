# Prints 1*1 + 2*2 + 3*3. The result is right, but the calling convention is broken.
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    li   a0, 3
    jal  squares
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 0
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

squares:                    # squares(a0 = n): the sum of the squares from 1 to n
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    mv   s0, a0             # s0 = the number whose square comes next
    li   t0, 0              # t0 = the sum so far
next:
    mv   a0, s0
    jal  square
    add  t0, t0, a0
    addi s0, s0, -1
    bnez s0, next
    mv   a0, t0
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

square:                     # square(a0): its square
    mul  a0, a0, a0
    ret
