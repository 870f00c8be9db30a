# C16: two registers are saved in one place, and have the same value.
# expect: CC0104 s0 line 14

main:
    li   s0, 5
    li   s1, 5
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    addi sp, sp, -16
    sw   s0, 12(sp)
    sw   s1, 12(sp)
    li   s0, 1
    li   s1, 2
    lw   s0, 12(sp)
    lw   s1, 12(sp)
    addi sp, sp, 16
    ret
