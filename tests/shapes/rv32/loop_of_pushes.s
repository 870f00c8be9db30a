# A loop pushes, another one pops: how deep is known only at run time.
# prints: 54321
.globl main
.text
main:
    li   a0, 5
    jal  down
    li   a0, 10
    ecall

down:
    mv   t3, a0
    li   t0, 0
down_push:
    addi t0, t0, 1
    addi sp, sp, -4
    sw   t0, 0(sp)
    bne  t0, t3, down_push
down_pop:
    lw   a1, 0(sp)
    addi sp, sp, 4
    li   a0, 1
    ecall
    addi t0, t0, -1
    bnez t0, down_pop
    ret
