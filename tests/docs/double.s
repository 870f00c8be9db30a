# Doubles the number in a0, unless it is 0. One line stands in the wrong place.
.globl main
main:
    li   a0, 21
    jal  double
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

double:
    addi sp, sp, -16
    sw   s0, 0(sp)
    mv   s0, a0
    beqz s0, end
    add  a0, s0, s0
    lw   s0, 0(sp)
end:
    addi sp, sp, 16
    ret
