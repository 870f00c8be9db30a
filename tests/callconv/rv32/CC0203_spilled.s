# Storing a register on the stack is no use of it: a function may save more than it needs.
# expect: no finding

main:
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    addi sp, sp, -16
    sw   t0, 0(sp)
    sw   a3, 4(sp)
    lw   t0, 0(sp)
    lw   a3, 4(sp)
    addi sp, sp, 16
    ret
