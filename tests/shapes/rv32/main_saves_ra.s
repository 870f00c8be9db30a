# main saves its return address and never returns.
# prints: 8
.globl main
.text
main:
    addi sp, sp, -4
    sw   ra, 0(sp)
    li   a0, 4
    jal  twice
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

twice:
    add  a0, a0, a0
    ret
