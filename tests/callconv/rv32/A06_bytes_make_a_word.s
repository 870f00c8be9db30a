# A06: a variable on the stack is stored byte by byte and loaded as a word.
# expect: no finding

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
    sb   t0, 4(sp)
    sb   t0, 5(sp)
    sb   t0, 6(sp)
    sb   t0, 7(sp)
    lw   a0, 4(sp)
    addi sp, sp, 16
    ret
