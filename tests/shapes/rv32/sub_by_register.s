# The frame is subtracted by a register, twice in a row.
# prints: 9
.globl main
.text
main:
    li   a0, 4
    jal  ra, grow
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

grow:
    li   t0, 24
    sub  sp, sp, t0
    li   t1, 8
    sub  sp, sp, t1
    sw   ra, 28(sp)
    sw   a0, 0(sp)
    jal  ra, plus_one
    lw   t2, 0(sp)
    add  a0, a0, t2
    lw   ra, 28(sp)
    addi sp, sp, 32
    ret

plus_one:
    addi a0, a0, 1
    ret
