# strcpy leaves its first argument where the result belongs.
# prints: one 3
.globl main
.data
one: .asciiz "one"
buffer: .space 16
.text
main:
    la   a0, buffer
    la   a1, one
    jal  strcpy
    mv   s0, a0
    mv   a1, a0
    li   a0, 4
    ecall
    li   a0, 11
    li   a1, 32
    ecall
    mv   a0, s0
    jal  strlen
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

strcpy:
    mv   t1, a0
strcpy_next:
    lb   t0, 0(a1)
    sb   t0, 0(t1)
    addi a1, a1, 1
    addi t1, t1, 1
    bnez t0, strcpy_next
    ret

strlen:
    mv   t0, a0
strlen_next:
    lb   t1, 0(t0)
    addi t0, t0, 1
    bnez t1, strlen_next
    sub  a0, t0, a0
    addi a0, a0, -1
    ret
