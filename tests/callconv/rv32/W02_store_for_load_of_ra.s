# `sw ra` before the return where `lw ra` was meant.
# options: --max-steps 10000
# expect: CC0107 outer line 16
# expect: text did you mean `lw ra, 12(sp)`?
.globl main
main:
    jal  outer
    li   a0, 10
    ecall
outer:
    addi sp, sp, -16
    sw   ra, 12(sp)
    jal  leaf
    sw   ra, 12(sp)
    addi sp, sp, 16
    ret
leaf:
    ret
