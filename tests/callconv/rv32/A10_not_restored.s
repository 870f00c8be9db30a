# A10: ra is saved, but not loaded again: the function returns into itself, once.
# expect: CC0106|CC0107 ra line 19
# options: --max-steps 10000

main:
    addi sp, sp, -32
    jal  outer
    li   a0, 10                     # exit
    ecall

outer:
    addi sp, sp, -16
    sw   ra, 0(sp)
    jal  leaf
    bnez a0, outer_again            # never taken: leaf gives 0
    li   t0, 1
outer_again:
    addi sp, sp, 16
    ret

leaf:
    li   a0, 0
    ret
