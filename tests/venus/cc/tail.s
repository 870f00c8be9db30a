# A jump to a global function at the end is no call: g returns for f, once. In main s2 is still set,
# which shows that the return was seen.
.globl f
.globl g
    li s2, 5
    jal f
    addi s2, s2, 1
    li a0, 10
    ecall
f:
    addi sp, sp, -4
    sw s0, 0(sp)
    li s0, 2
    lw s0, 0(sp)
    addi sp, sp, 4
    j g
g:
    ret
