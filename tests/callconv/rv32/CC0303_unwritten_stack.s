# A function reads a local variable that it never stored.
# expect: CC0303 sp line 14

main:
    jal  leaf
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    addi sp, sp, -16
    lw   a0, 4(sp)
    addi sp, sp, 16
    ret
