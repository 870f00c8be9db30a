# C22: the stack pointer as a pointer to an array: what is below it is not free.
# expect: CC0304 sp line 17

    .data
array:
    .word 1, 2, 3

    .text
main:
    la   a0, array
    jal  sum
    li   a0, 10                     # exit
    ecall

sum:
    mv   t0, sp
    mv   sp, a0
    lw   a0, 0(sp)
    addi sp, sp, 4
    lw   t1, 0(sp)
    add  a0, a0, t1
    mv   sp, t0
    ret
