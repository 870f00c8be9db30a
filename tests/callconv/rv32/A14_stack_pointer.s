# A14: a function takes 8 bytes of stack and gives 4 back.
# expect: CC0105 sp line 13

main:
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    addi sp, sp, -8
    sw   zero, 0(sp)
    addi sp, sp, 4
    ret
