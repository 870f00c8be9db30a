# A01: a call through a register. The function saves and restores s0.
# expect: no finding

main:
    li   s0, 1
    la   t0, careful
    jalr ra, t0, 0
    mv   a1, s0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

careful:
    addi sp, sp, -16
    sw   s0, 0(sp)
    li   s0, 7
    lw   s0, 0(sp)
    addi sp, sp, 16
    ret
