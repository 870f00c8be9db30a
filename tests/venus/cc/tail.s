# A jump to a global function at the end is no call: g returns for f, once. Afterwards t0 is lost,
# which shows that the return was seen.
.globl f
.globl g
    li t0, 5
    jal f
    addi t0, t0, 1
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
