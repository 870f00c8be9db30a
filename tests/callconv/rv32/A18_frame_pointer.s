# A18: a function with a frame pointer, as compilers write it.
# expect: no finding

main:
    li   s0, 3
    li   a0, 4
    jal  square
    add  a0, a0, s0
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

square:
    addi sp, sp, -32
    sw   ra, 28(sp)
    sw   s0, 24(sp)
    addi s0, sp, 32
    sw   a0, -20(s0)
    lw   t0, -20(s0)
    sw   t0, -24(s0)
    lw   a0, -24(s0)
    jal  double
    lw   t0, -20(s0)
    add  a0, a0, t0
    addi sp, s0, -32
    lw   ra, 28(sp)
    lw   s0, 24(sp)
    addi sp, sp, 32
    ret

double:
    add  a0, a0, a0
    ret
