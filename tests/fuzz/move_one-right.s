# Tiles move to the right.
.globl move_one

.text
move_one:
    li   t0, 0
    addi a1, a1, -1

move_one_loop:
    blez a1, move_one_done
    lw   t1, 4(a0)
    lw   t2, 0(a0)
    lhu  t3, 0(t1)
    bnez t3, move_one_next
    lhu  t3, 0(t2)
    beqz t3, move_one_next

    sh   t3, 0(t1)
    sh   zero, 0(t2)
    li   t0, 1

move_one_next:
    addi a0, a0, 4
    addi a1, a1, -1
    j    move_one_loop

move_one_done:
    mv   a0, t0
    ret
