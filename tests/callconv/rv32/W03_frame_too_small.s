# A register that is not saved in a function that has a frame: the frame grows, and nothing in use is
# proposed.
# expect: CC0101 s1 line 16
# expect: text enlarge the frame of `outer` from 16 to 32 bytes
# expect: text `sw s1, 16(sp)`
# expect: text such as t3
.globl main
main:
    jal  outer
    li   a0, 10
    ecall
outer:
    addi sp, sp, -16
    sw   s0, 12(sp)
    li   s0, 1
    li   s1, 2
    li   t0, 3
    li   t1, 4
    add  t2, t0, t1
    lw   s0, 12(sp)
    addi sp, sp, 16
    ret
