# A16: a function writes into the frame of its caller.
# expect: CC0302 sp line 25

main:
    jal  outer
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

outer:
    addi sp, sp, -32
    sw   ra, 28(sp)
    li   t0, 5
    sw   t0, 24(sp)                 # a variable of outer
    jal  leaf
    lw   a0, 24(sp)
    lw   ra, 28(sp)
    addi sp, sp, 32
    ret

leaf:
    addi sp, sp, -16
    sw   zero, 40(sp)
    addi sp, sp, 16
    ret
