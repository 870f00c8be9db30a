# Functions share the code that saves and restores registers.
# prints: 12 66
.text
.globl main
main:
    li s0, 11
    li s1, 22
    li s2, 33
    li a0, 5
    li a1, 7
    jal f
    mv a1, a0
    li a0, 1
    ecall
    li a1, ' '
    li a0, 11
    ecall
    add s0, s0, s1
    add a1, s0, s2
    li a0, 1
    ecall
    li a0, 10
    ecall
f:
    jal t0, save
    mv s0, a0
    mv s1, a1
    add a0, s0, s1
    j restore
save:
    addi sp, sp, -16
    sw ra, 12(sp)
    sw s0, 8(sp)
    sw s1, 4(sp)
    jr t0
restore:
    lw s1, 4(sp)
    lw s0, 8(sp)
    lw ra, 12(sp)
    addi sp, sp, 16
    ret
