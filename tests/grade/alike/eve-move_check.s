# Every pair is one of four kinds.
.globl move_check
.text
move_check:
    li   t6, 1
    mv   t5, a0
    li   a0, 0
next:
    bge  t6, a1, leave
    slli t0, t6, 2
    add  t0, t5, t0
    lw   t1, -4(t0)
    lw   t2, 0(t0)
    lhu  t3, 0(t1)
    lhu  t4, 0(t2)
    addi t6, t6, 1
    seqz t1, t3
    snez t2, t4
    and  t1, t1, t2
    or   a0, a0, t1
    sub  t1, t3, t4
    seqz t1, t1
    and  t1, t1, t2
    or   a0, a0, t1
    j    next
leave:
    ret
