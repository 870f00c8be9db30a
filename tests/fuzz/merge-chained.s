# A new tile merges again, with the next one.
.globl merge

.text
merge:
    li   t0, 0
    li   t1, 0
    addi a1, a1, -1
    lw   t2, 0(a0)

merge_loop:
    blez a1, merge_done
    lw   t3, 4(a0)
    lhu  t4, 0(t2)
    lhu  t5, 0(t3)
    beqz t4, merge_next
    bne  t4, t5, merge_next

    add  t4, t4, t5
    sh   t4, 0(t2)
    sh   zero, 0(t3)
    lhu  t4, 0(t2)
    addi t0, t0, 1
    add  t1, t1, t4
    j    merge_same

merge_next:
    mv   t2, t3

merge_same:
    addi a0, a0, 4
    addi a1, a1, -1
    j    merge_loop

merge_done:
    mv   a0, t0
    mv   a1, t1
    ret
