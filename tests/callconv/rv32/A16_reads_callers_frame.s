# A16: a function reads a variable of its caller, deep in the frame.
# expect: CC0302 sp line 23

main:
    jal  outer
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

outer:
    addi sp, sp, -64
    sw   ra, 60(sp)
    li   t0, 5
    sw   t0, 48(sp)                 # a variable of outer
    jal  leaf
    lw   ra, 60(sp)
    addi sp, sp, 64
    ret

leaf:
    lw   a0, 48(sp)
    ret
