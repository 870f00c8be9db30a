# A22: after a return that leaves three functions at once, the check goes on.
# expect: CC0101 s0 line 47

.data
place:  .word 0, 0
.text
main:
    addi sp, sp, -16
    li   s0, 1
    jal  first
    mv   a1, s0
    li   a0, 1                      # print the number
    ecall
    jal  clobber
    li   a0, 10                     # exit
    ecall

# first: remembers where it was called from
first:
    la   t0, place
    sw   sp, 0(t0)
    sw   ra, 4(t0)
    addi sp, sp, -16
    sw   ra, 0(sp)
    jal  second
    lw   ra, 0(sp)
    addi sp, sp, 16
    ret

second:
    addi sp, sp, -16
    sw   ra, 0(sp)
    jal  third
    lw   ra, 0(sp)
    addi sp, sp, 16
    ret

# third: returns to the caller of first
third:
    la   t0, place
    lw   sp, 0(t0)
    lw   ra, 4(t0)
    ret

clobber:
    li   s0, 2
    ret
