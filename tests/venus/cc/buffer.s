# Any sw saves, wherever it stores; only the value tells at the return.
.globl f
.data
buffer: .word 0
.text
    la a0, buffer
    jal f
    li a0, 10
    ecall
f:
    sw s0, 0(a0)
    li s0, 9
    ret
