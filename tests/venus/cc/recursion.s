# The sum from 1 to a0, with everything saved.
.globl sum
    li a0, 3
    jal sum
    mv a1, a0
    li a0, 1
    ecall
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
    lw s0, 4(sp)
    lw ra, 0(sp)
    addi sp, sp, 8
done:
    ret
