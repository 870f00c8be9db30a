# f calls g and does not save ra: it returns to itself for ever.
.globl f
.globl g
    jal f
    li a0, 10
    ecall
f:
    jal g
    ret
g:
    ret
