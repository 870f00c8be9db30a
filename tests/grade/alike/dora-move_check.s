# First whether a tile has a gap to its left, then whether two are equal.
.globl move_check
.text
move_check:
    mv   t0, a0
    mv   t1, a1
    li   t2, 0
gaps:
    beqz t1, equal
    lw   t3, 0(t0)
    lh   t3, 0(t3)
    addi t1, t1, -1
    addi t0, t0, 4
    bnez t3, tile
    li   t2, 1
    j    gaps
tile:
    beqz t2, gaps
    li   a0, 1
    ret
equal:
    lw   t3, 0(a0)
    lhu  t4, 0(t3)
pairs:
    addi a1, a1, -1
    beqz a1, none
    addi a0, a0, 4
    lw   t3, 0(a0)
    mv   t5, t4
    lhu  t4, 0(t3)
    beqz t4, none
    bne  t4, t5, pairs
    li   a0, 1
    ret
none:
    li   a0, 0
    ret
