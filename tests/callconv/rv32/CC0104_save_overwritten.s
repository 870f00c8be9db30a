# The place where s0 was saved is used for a variable.
# expect: CC0104 s0 line 14

main:
    li   s0, 1
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    addi sp, sp, -16
    sw   s0, 0(sp)
    li   s0, 3
    sw   s0, 0(sp)
    lw   s0, 0(sp)
    addi sp, sp, 16
    ret
