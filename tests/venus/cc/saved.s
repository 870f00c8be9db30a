# A save makes every later write good; a restore alone is a write without save.
.globl f
.globl g
    jal f
    jal g
    li a0, 10
    ecall
f:
    addi sp, sp, -4
    sw s0, 0(sp)
    mv s0, a0
    lw s0, 0(sp)
    addi sp, sp, 4
    ret
g:
    addi sp, sp, -4
    sw x0, 0(sp)
    lw s0, 0(sp)
    addi sp, sp, 4
    ret
