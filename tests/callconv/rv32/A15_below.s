# A15: a leaf function uses memory below the stack pointer. In Venus there is none.
# expect: R0104 sp line 12

main:
    addi sp, sp, -16
    li   a0, 5
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    sw   a0, -4(sp)
    ret
