# C15: half of the return address is saved, which is enough where the program is now.
# expect: CC0103 ra line 11

main:
    jal  outer
    li   a0, 10                     # exit
    ecall

outer:
    addi sp, sp, -16
    sh   ra, 12(sp)
    jal  inner
    lh   ra, 12(sp)
    addi sp, sp, 16
    ret

inner:
    ret
