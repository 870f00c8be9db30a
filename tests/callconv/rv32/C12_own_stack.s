# C12: a program that brings its own stack is checked on it.
# expect: CC0101 s0 line 16

.data
room:   .space 64
room_end:.word 0
.text
main:
    la   sp, room_end
    li   s0, 1
    jal  clobber
    li   a0, 10                     # exit
    ecall

clobber:
    li   s0, 2
    ret
