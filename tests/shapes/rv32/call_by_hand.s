# A call without `jal`: the return address is set, and then comes a jump.
# prints: 12

main:
    jal  twice_and_three
    mv   a1, a0
    li   a0, 1                      # print a number
    ecall
    li   a0, 10                     # exit
    ecall

twice_and_three:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    li   s0, 3
    li   a0, 4
    la   ra, back
    j    twice
back:
    la   ra, again
    la   t0, more
    jr   t0
again:
    add  a0, a0, s0
    lw   ra, 12(sp)
    lw   s0, 8(sp)
    addi sp, sp, 16
    ret

more:
    addi a0, a0, 1
    ret

twice:
    addi sp, sp, -16
    sw   s0, 12(sp)
    mv   s0, a0
    add  a0, s0, s0
    lw   s0, 12(sp)
    addi sp, sp, 16
    ret
