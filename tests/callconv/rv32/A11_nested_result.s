# A11: a function gives back the result of another one as it is.
# expect: no finding

main:
    jal  outer
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

outer:
    addi sp, sp, -16
    sw   ra, 0(sp)
    jal  inner
    lw   ra, 0(sp)
    addi sp, sp, 16
    ret

inner:
    li   a0, 4
    ret
