# A03: a function with a frame takes it down, then ends in a jump to another one.
# expect: no finding

main:
    li   s0, 9
    li   a0, 3
    jal  first
    add  a0, a0, s0
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

first:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    mv   s0, a0
    jal  second
    add  a0, a0, s0
    lw   ra, 0(sp)
    lw   s0, 4(sp)
    addi sp, sp, 16
    j    second

second:
    add  a0, a0, a0
    ret
