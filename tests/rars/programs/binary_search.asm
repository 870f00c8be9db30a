.data
sorted: .word 1, 4, 9, 16, 25, 36, 49, 64
.text
    li   a0, 36
    jal  ra, find
    li   a7, 1
    ecall
    li   a0, 5
    jal  find
    li   a7, 1
    ecall
    li   a7, 10
    ecall
find:
    li   t0, 0
    li   t1, 7
step:
    bgt  t0, t1, missing
    add  t2, t0, t1
    srai t2, t2, 1
    slli t3, t2, 2
    la   t4, sorted
    add  t3, t3, t4
    lw   t3, 0(t3)
    beq  t3, a0, found
    blt  t3, a0, right
    addi t1, t2, -1
    j    step
right:
    addi t0, t2, 1
    j    step
found:
    mv   a0, t2
    ret
missing:
    li   a0, -1
    ret
