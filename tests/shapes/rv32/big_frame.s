# A frame that no 12-bit immediate reaches.
# prints: 4950
.globl main
.text
main:
    jal  ra, fill
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

fill:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    li   t0, -4000
    add  sp, sp, t0
    li   s0, 0
    mv   t1, sp
fill_next:
    sw   s0, 0(t1)
    addi t1, t1, 40
    addi s0, s0, 1
    li   t2, 100
    blt  s0, t2, fill_next
    mv   a0, sp
    jal  ra, total
    li   t0, 4000
    add  sp, sp, t0
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

total:
    li   t0, 100
    li   t1, 0
total_next:
    lw   t2, 0(a0)
    add  t1, t1, t2
    addi a0, a0, 40
    addi t0, t0, -1
    bnez t0, total_next
    mv   a0, t1
    ret
