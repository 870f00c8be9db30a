# Only the sign decides, and it is defined.
# prints: 7
.text
.globl main
main:
    jal f
    mv a1, a0
    li a0, 1
    ecall
    li a0, 10
    ecall
f:
    addi sp, sp, -16
    sb   zero, 3(sp)
    sb   zero, 2(sp)
    lw   t0, 0(sp)
    addi sp, sp, 16
    bltz t0, minus
    bgez t0, plus
minus:
    li a0, 6
    ret
plus:
    li a0, 7
    ret
