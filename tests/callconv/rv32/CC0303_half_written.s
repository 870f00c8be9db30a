# Half of a variable on the stack is stored, and all of it is loaded.
# expect: CC0303 sp line 16

main:
    jal  leaf
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    addi sp, sp, -16
    li   t0, 1
    sh   t0, 4(sp)
    lw   a0, 4(sp)
    addi sp, sp, 16
    ret
