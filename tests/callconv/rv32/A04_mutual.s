# A04: two functions that call each other, each with a frame of its own.
# expect: no finding

main:
    li   a0, 5
    jal  is_even
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

is_even:
    beqz a0, is_even_zero
    addi sp, sp, -16
    sw   ra, 12(sp)
    addi a0, a0, -1
    jal  is_odd
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
is_even_zero:
    li   a0, 1
    ret

is_odd:
    beqz a0, is_odd_zero
    addi sp, sp, -16
    sw   ra, 12(sp)
    addi a0, a0, -1
    jal  is_even
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
is_odd_zero:
    li   a0, 0
    ret
