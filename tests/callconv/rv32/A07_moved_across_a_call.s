# A07: s0 is kept in t0 during a call. The function that is called leaves t0 alone, by luck.
# expect: CC0201 t0 line 19

main:
    li   s0, 1
    jal  outer
    mv   a1, s0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

outer:
    addi sp, sp, -16
    sw   ra, 0(sp)
    mv   t0, s0
    li   s0, 2
    jal  leaf
    mv   s0, t0
    lw   ra, 0(sp)
    addi sp, sp, 16
    ret

leaf:
    ret
