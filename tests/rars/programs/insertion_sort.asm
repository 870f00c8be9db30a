.data
array: .half 5, 2, 9, -1, 3
.text
    la   s0, array
    li   s1, 1
outer:
    li   t6, 5
    bge  s1, t6, print
    slli t0, s1, 1
    add  t0, t0, s0
    lh   t1, 0(t0)
inner:
    beq  t0, s0, place
    lh   t2, -2(t0)
    ble  t2, t1, place
    sh   t2, 0(t0)
    addi t0, t0, -2
    j    inner
place:
    sh   t1, 0(t0)
    addi s1, s1, 1
    j    outer
print:
    li   s1, 5
more:
    lh   a0, (s0)
    li   a7, 1
    ecall
    li   a0, ','
    li   a7, 11
    ecall
    addi s0, s0, 2
    addi s1, s1, -1
    bnez s1, more
    li   a7, 10
    ecall
