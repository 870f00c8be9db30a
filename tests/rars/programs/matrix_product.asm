.eqv N 2
.data
a:  .word 1, 2
    3, 4
b:  .word
    5 6
    7 8
.text
    li   s0, 0                  # row
rows:
    li   s1, 0                  # column
columns:
    li   s2, 0
    li   s3, 0
sum:
    slli t0, s0, 1
    add  t0, t0, s2
    slli t0, t0, 2
    la   t1, a
    add  t1, t1, t0
    lw   t2, 0(t1)
    slli t0, s2, 1
    add  t0, t0, s1
    slli t0, t0, 2
    la   t1, b
    add  t1, t1, t0
    lw   t3, 0(t1)
    mul  t2, t2, t3
    add  s3, s3, t2
    addi s2, s2, 1
    li   t0, N
    blt  s2, t0, sum
    mv   a0, s3
    li   a7, 1
    ecall
    li   a0, ' '
    li   a7, 11
    ecall
    addi s1, s1, 1
    li   t0, N
    blt  s1, t0, columns
    addi s0, s0, 1
    blt  s0, t0, rows
    li   a7, 10
    ecall
