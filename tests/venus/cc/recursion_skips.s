# The same, but for 1 it forgets to bring s0 back, and all that called it have the wrong one.
.globl sum
    li a0, 3
    jal sum
    li a0, 10
    ecall
sum:
    beqz a0, done
    addi sp, sp, -8
    sw ra, 0(sp)
    sw s0, 4(sp)
    mv s0, a0
    addi a0, a0, -1
    jal sum
    add a0, a0, s0
    lw ra, 0(sp)
    li t0, 1
    beq s0, t0, skip
    lw s0, 4(sp)
    addi sp, sp, 8
    ret
skip:
    addi sp, sp, 8
    ret
done:
    ret
