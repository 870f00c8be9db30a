# The caller pushes its temporaries around each call.
# prints: 26
.globl main
.text
main:
    li   a0, 3
    jal  run
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

run:
    addi sp, sp, -4
    sw   ra, 0(sp)
    li   t0, 7
    li   t1, 10
    addi sp, sp, -8
    sw   t0, 0(sp)
    sw   t1, 4(sp)
    jal  cube_part
    lw   t0, 0(sp)
    lw   t1, 4(sp)
    addi sp, sp, 8
    add  a0, a0, t0
    add  a0, a0, t1
    lw   ra, 0(sp)
    addi sp, sp, 4
    ret

cube_part:
    li   t0, 3
    mul  a0, a0, t0
    li   t1, 0
    ret
