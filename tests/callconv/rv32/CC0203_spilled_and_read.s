# What is loaded again from the stack is as unknown as before.
# expect: CC0203 t0 line 14

main:
    jal  leaf
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    addi sp, sp, -16
    sw   t0, 0(sp)
    lw   t1, 0(sp)
    addi a0, t1, 1
    addi sp, sp, 16
    ret
