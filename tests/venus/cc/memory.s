# Not seen: a write into the frame of the caller, a stack pointer that is not aligned, stack that
# nobody wrote.
.globl f
    addi sp, sp, -6
    jal f
    addi sp, sp, 6
    li a0, 10
    ecall
f:
    sw x0, 0(sp)
    addi sp, sp, -4
    lw t0, 0(sp)
    addi sp, sp, 4
    ret
