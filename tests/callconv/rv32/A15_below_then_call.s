# A15: a word is stored below the stack pointer. In Venus there is no memory.
# expect: R0104 sp line 14

main:
    addi sp, sp, -16
    jal  outer
    li   a0, 10                     # exit
    ecall

outer:
    addi sp, sp, -16
    sw   ra, 0(sp)
    li   t0, 5
    sw   t0, -4(sp)
    jal  leaf
    lw   ra, 0(sp)
    addi sp, sp, 16
    ret

leaf:
    ret
