# Two fields at a time where there are two.
.globl check_victory
.text
check_victory:
    li   t0, 1
    slli t1, t0, 11
    li   t2, 0
two:
    addi t3, t2, 1
    bge  t3, a1, one
    slli t4, t2, 1
    add  t4, t4, a0
    lhu  t5, 2(t4)
    lhu  t6, 0(t4)
    beq  t5, t1, found
    beq  t6, t1, found
    addi t2, t2, 2
    j    two
one:
    bge  t2, a1, lost
    slli t4, t2, 1
    add  t4, t4, a0
    lhu  t5, 0(t4)
    beq  t5, t1, found
lost:
    mv   t0, zero
found:
    mv   a0, t0
    ret
