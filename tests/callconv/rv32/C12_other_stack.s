# C12: a function may work on another stack, and must keep what it must keep all the same.
# expect: CC0101 s1 line 24

.data
room:   .space 64
room_end:.word 0
.text
main:
    li   s0, 1
    li   s1, 2
    jal  away
    li   a0, 10                     # exit
    ecall

away:
    mv   t0, sp
    la   sp, room_end
    addi sp, sp, -16
    sw   s0, 8(sp)
    sw   t0, 4(sp)
    li   s0, 3
    lw   s0, 8(sp)
    lw   t0, 4(sp)
    li   s1, 4
    mv   sp, t0
    ret
