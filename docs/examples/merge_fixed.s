# The same test as merge.s, with a merge that is right.
.globl main

.data
.align 2
row:    .space 16                   # addresses of the 4 fields
board:  .half 2, 2, 4, 4

.text
main:
    la   t0, board                  # the row from left to right
    la   t1, row
    li   t2, 4
fill:
    sw   t0, 0(t1)
    addi t0, t0, 2
    addi t1, t1, 4
    addi t2, t2, -1
    bnez t2, fill

    la   a0, row
    li   a1, 4
    jal  merge

    la   s0, board
    li   s1, 4
print:
    lhu  a1, 0(s0)
    li   a0, 1
    ecall
    li   a1, ' '
    li   a0, 11
    ecall
    addi s0, s0, 2
    addi s1, s1, -1
    bnez s1, print
    li   a0, 10
    ecall

# merge: merges neighbours of equal value, from left to right.
#   a0 = address of the row, an array of addresses of half-words
#   a1 = number of its fields
merge:
    addi a1, a1, -1
merge_loop:
    blez a1, merge_done
    lw   t2, 0(a0)                  # the left field
    lw   t3, 4(a0)                  # the right field
    lhu  t4, 0(t2)
    lhu  t5, 0(t3)
    bne  t4, t5, merge_next
    add  t4, t4, t5
    sh   t4, 0(t2)
    sh   zero, 0(t3)
merge_next:
    addi a0, a0, 4
    addi a1, a1, -1
    j    merge_loop
merge_done:
    ret
