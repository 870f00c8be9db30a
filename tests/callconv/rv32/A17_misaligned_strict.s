# A17: the stack pointer is no multiple of 16 at a call, and that is to be told.
# expect: CC0305 sp line 7
# options: --warn CC0305

main:
    addi sp, sp, -4
    jal  leaf
    addi sp, sp, 4
    li   a0, 10                     # exit
    ecall

leaf:
    ret
