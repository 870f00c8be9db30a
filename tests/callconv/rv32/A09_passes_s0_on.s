# A09: a function passes on what its caller left in s0, as an argument.
# expect: CC0205 s0 line 17

main:
    li   s0, 1
    jal  outer
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

outer:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    mv   a0, s0
    jal  double
    lw   ra, 0(sp)
    lw   s0, 4(sp)
    addi sp, sp, 16
    ret

double:
    add  a0, a0, a0
    ret
