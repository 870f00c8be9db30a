# Adds up a matrix of 16 by 16 words, column by column.
.data
matrix: .zero 1024
.text
.globl main
main:
    la   a1, matrix
    li   t0, 16             # columns left
column:
    mv   t1, a1
    li   t2, 16             # rows left
row:
    lw   t3, 0(t1)
    add  a0, a0, t3
    addi t1, t1, 64         # the next row
    addi t2, t2, -1
    bnez t2, row
    addi a1, a1, 4          # the next column
    addi t0, t0, -1
    bnez t0, column
    li   a0, 0
    ret
