# A28: gp is written, in a loop: one finding.
# expect: CC0401 gp line 14

main:
    li   s0, 3
loop:
    jal  leaf
    addi s0, s0, -1
    bnez s0, loop
    li   a0, 10                     # exit
    ecall

leaf:
    li   gp, 5
    ret
