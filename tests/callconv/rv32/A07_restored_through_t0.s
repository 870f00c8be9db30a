# A07: s0 is loaded into t0, and moved from there.
# expect: no finding

main:
    li   s0, 3
    jal  leaf
    mv   a1, s0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    addi sp, sp, -16
    sw   s0, 0(sp)
    li   s0, 7
    lw   t0, 0(sp)
    addi sp, sp, 16
    mv   s0, t0
    ret
