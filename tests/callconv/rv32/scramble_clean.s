# A program that keeps to the convention prints the same with any seed.
# expect: no finding
# options: --scramble=7

main:
    li   s0, 9
    li   a0, 3
    jal  sum
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

# sum: the numbers from a0 down to 1, added
sum:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    mv   s0, a0
    beqz a0, sum_zero
    addi a0, a0, -1
    jal  sum
    add  a0, a0, s0
    lw   ra, 0(sp)
    lw   s0, 4(sp)
    addi sp, sp, 16
    ret

sum_zero:
    li   a0, 0
    lw   ra, 0(sp)
    lw   s0, 4(sp)
    addi sp, sp, 16
    ret
