# The stack pointer comes back from the frame pointer.
# prints: 12
.globl main
.text
main:
    li   a0, 5
    li   a1, 7
    jal  add_all
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

add_all:
    addi sp, sp, -8
    sw   s0, 0(sp)
    sw   ra, 4(sp)
    mv   s0, sp
    addi sp, sp, -4
    sw   a0, 0(sp)
    addi sp, sp, -4
    sw   a1, 0(sp)
    jal  nothing
    lw   t0, -4(s0)
    lw   t1, -8(s0)
    add  a0, t0, t1
    mv   sp, s0
    lw   s0, 0(sp)
    lw   ra, 4(sp)
    addi sp, sp, 8
    ret

nothing:
    ret
