# A14: a function takes as much stack as its argument says, and finds back through s0.
# expect: no finding

main:
    li   a0, 8
    jal  fill
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

# fill: stores a0 words on the stack, and adds them
fill:
    addi sp, sp, -16
    sw   s0, 0(sp)
    mv   s0, sp
    slli t0, a0, 2
    sub  sp, sp, t0
    mv   t0, sp
    li   a0, 0
fill_loop:
    sw   t0, 0(t0)
    lw   t1, 0(t0)
    sub  t1, t1, sp
    add  a0, a0, t1
    addi t0, t0, 4
    bne  t0, s0, fill_loop
    mv   sp, s0
    lw   s0, 0(sp)
    addi sp, sp, 16
    ret
