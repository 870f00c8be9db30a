# A12: t0 is used after a call. The function even saves it, but need not.
# expect: CC0201 t0 line 7

main:
    li   t0, 1
    jal  leaf
    mv   a1, t0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    addi sp, sp, -16
    sw   t0, 0(sp)
    li   t0, 5
    lw   t0, 0(sp)
    addi sp, sp, 16
    ret
