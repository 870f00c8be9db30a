# With an index, and a frame for the sums.
.globl merge
.text
merge:
    addi sp, sp, -8
    sw   zero, 0(sp)
    sw   zero, 4(sp)
    li   t0, 1
for:
    bge  t0, a1, stop
    slli t1, t0, 2
    add  t1, t1, a0
    addi t0, t0, 1
    lw   t2, 0(t1)
    lw   t1, -4(t1)
    lhu  t3, 0(t2)
    lhu  t4, 0(t1)
    bne  t3, t4, for
    beqz t3, for
    sh   zero, 0(t2)
    slli t3, t3, 1
    sh   t3, 0(t1)
    lhu  t3, 0(t1)
    lw   t4, 0(sp)
    add  t4, t4, t3
    sw   t4, 0(sp)
    lw   t4, 4(sp)
    addi t4, t4, 1
    sw   t4, 4(sp)
    j    for
stop:
    lw   a0, 4(sp)
    lw   a1, 0(sp)
    addi sp, sp, 8
    ret
