# `sw` before the return where `lw` was meant.
# expect: CC0101 s0 line 19
# expect: text did you mean `lw s0, 4(sp)`?
.globl main
main:
    li   a0, 1
    jal  outer
    li   a0, 10
    ecall

outer:
    addi sp, sp, -16
    sw   s0, 4(sp)
    mv   s0, a0
    add  a0, s0, s0

    sw   s0, 4(sp)
    addi sp, sp, 16
    ret
