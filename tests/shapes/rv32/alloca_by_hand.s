# An array on the stack whose size is an argument.
# prints: 45
.globl main
.text
main:
    li   a0, 10
    jal  sums
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

sums:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    mv   s0, sp
    slli t0, a0, 2
    addi t0, t0, 15
    andi t0, t0, -16
    sub  sp, sp, t0
    mv   t1, sp
    li   t2, 0
sums_set:
    sw   t2, 0(t1)
    addi t1, t1, 4
    addi t2, t2, 1
    bne  t2, a0, sums_set
    mv   a1, a0
    mv   a0, sp
    jal  total
    mv   sp, s0
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

total:
    li   t1, 0
total_next:
    lw   t0, 0(a0)
    add  t1, t1, t0
    addi a0, a0, 4
    addi a1, a1, -1
    bnez a1, total_next
    mv   a0, t1
    ret
