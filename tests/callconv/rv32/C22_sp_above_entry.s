# C22: a function that gives up the frame of its caller for a moment.
# expect: CC0304 sp line 24

main:
    addi sp, sp, -16
    sw   zero, 12(sp)
    jal  first
    addi sp, sp, 16
    li   a0, 10                     # exit
    ecall

first:
    addi sp, sp, -16
    sw   ra, 12(sp)
    li   a0, 3
    jal  leaf
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

leaf:
    addi sp, sp, 8
    add  a0, a0, a0
    addi sp, sp, -8
    ret
