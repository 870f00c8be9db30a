# What was pushed from one register and popped into another: the words are about the first.
# expect: CC0203 t3 line 13

main:
    li   a0, 1
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    beqz a0, end
    addi sp, sp, -16
    sw   t3, 0(sp)
    lw   a1, 0(sp)
    addi sp, sp, 16
    bnez a1, end
    nop
end:
    ret
