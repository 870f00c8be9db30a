# A12: t0 is kept on the stack during a call, as the convention wants.
# expect: no finding

main:
    addi sp, sp, -16
    li   t0, 1
    sw   t0, 0(sp)
    jal  leaf
    lw   t0, 0(sp)
    mv   a1, t0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    li   t0, 2
    ret
