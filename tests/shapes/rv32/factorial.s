# Recursion that keeps its argument on the stack.
# prints: 720
.globl main
.text
main:
    li   a0, 6
    jal  factorial
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

factorial:
    addi sp, sp, -8
    sw   a0, 4(sp)
    sw   ra, 0(sp)
    addi t0, a0, -1
    bgtz t0, factorial_deeper
    li   a0, 1
    addi sp, sp, 8
    ret
factorial_deeper:
    addi a0, a0, -1
    jal  factorial
    lw   t1, 4(sp)
    lw   ra, 0(sp)
    addi sp, sp, 8
    mul  a0, t1, a0
    ret
