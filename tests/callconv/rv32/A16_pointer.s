# A16: a function writes to a variable of its caller through a pointer that it was given.
# expect: no finding

main:
    addi sp, sp, -16
    sw   zero, 4(sp)
    addi a0, sp, 4
    jal  set
    lw   t0, 4(sp)
    mv   a1, t0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

# set: stores 7 at a0
set:
    li   t0, 7
    sw   t0, 0(a0)
    ret
